# Everything needs only make and Python 3.11 or newer. See README.md and CONTRIBUTING.md.
VENV ?= .venv
# Compiled once is enough: the tests start the site again and again.
unexport PYTHONDONTWRITEBYTECODE
PY := $(VENV)/bin/python
# The demo has a folder of its own, so that it never shares a database with real events.
DEMO_DATA := $(or $(SKATTURNIER_DATA),var/demo)
PIP := $(PY) -m pip install -qq --disable-pip-version-check
PYTEST := $(PY) -m pytest -n auto --dist worksteal
# What has no words for users, or is not ours.
NO_WORDS := $(addprefix --ignore ,var tests benchmarks deploy docs fixtures scripts skatturnier/locale)

# What make thorough consists of.
THOROUGH := tests postgresql windows mutants

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run serve setup test check lint bench load demo format messages mutants test-postgresql test-windows attack laptop proof requirements handbook wheel windows release thorough $(addprefix thorough-,$(THOROUGH))

help:
	@echo 'make run       set everything up and open the demo at http://127.0.0.1:8000 (PORT=, HOST= change that)'
	@echo 'make serve     begin for real: the same without the demo; phones connect with HOST=0.0.0.0 make serve'
	@echo 'make laptop    the same for a club: phones may connect, and a page has buttons to stop, back up, restore'
	@echo 'make test      set up what the tests need and run all that a change has to pass'
	@echo 'make test-postgresql   the same tests on a PostgreSQL of their own, thrown away afterwards (ARGS= for pytest)'
	@echo 'make test-windows      the program for Windows, built and used under Wine (Debian)'
	@echo 'make check     the quick part of it, for every commit'
	@echo 'make thorough  what make test leaves out: longer, at all sizes, with new examples and planted faults'
	@echo 'make bench     measure (ARGS=--short: a minute and a half, and fail where something has grown)'
	@echo 'make load      ten minutes of a hall of 250 tables at five times its speed (ARGS=--postgresql, ARGS="--events 20 --tables 6")'
	@echo 'make proof     prove every promise and write docs/proof.md (three quarters of an hour)'
	@echo 'make demo      put the database of the demo aside and load the demo anew'
	@echo 'make format    format the code'
	@echo 'make messages  collect the texts to be translated, and compile the translations'
	@echo 'make mutants   plant small faults in what has changed (FILES= in those) and see which of them no test notices'
	@echo 'make requirements   make the requirements files of pyproject.toml (ARGS=--upgrade: with the newest of all that comes along)'
	@echo 'make handbook  take the pictures of the handbook anew, and print it into var/handbook'
	@echo 'make wheel     build what pipx and uv install, with the command skatturnier'
	@echo 'make release   all of that in var/release, with notes and checksums'
	@echo 'make windows   build the zip for Windows, from one download to a double click (Debian with Wine)'
	@echo 'make attack    let a scanner of web sites and a fuzzer look for holes (an hour)'
	@echo 'make setup     only make $(VENV)'

run: setup
	@scripts/need $(PY) pdf
	@exec env SKATTURNIER_DATA='$(DEMO_DATA)' $(PY) manage.py serve --demo

serve: setup
	@scripts/need $(PY) pdf
	@exec $(PY) manage.py serve

laptop: setup
	@scripts/need $(PY) pdf
	@exec $(PY) -X utf8 -m skatturnier.laptop

setup: $(VENV)/.runtime
	@:

$(VENV)/.runtime: requirements.txt
	@scripts/venv $(VENV)
	@echo 'Installing the Python packages (once, about a minute) ...'
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements/dev.txt requirements/signing.txt
	@echo 'Installing what the tests need (once, about a minute) ...'
	@$(PIP) -r requirements/dev.txt
	@touch $@

test: $(VENV)/.dev
	@scripts/need $(PY) pdf readers browser gettext
	@# On a fresh clone all is compiled, and the database made, once and not by every process that tests. The lint runs
	@# beside the tests, which wait for browsers and servers now and then; what it refuses is said after them.
	@$(MAKE) --no-print-directory lint >$(VENV)/.lint 2>&1 & lint=$$!; \
	[ -e tests/__pycache__ ] || $(PY) -m pytest -n 0 -qq -k lets_an_honest_act_be >/dev/null; \
	$(PYTEST) $(ARGS); tests=$$?; wait $$lint || { cat $(VENV)/.lint; exit 1; }; exit $$tests

test-postgresql: $(VENV)/.dev
	@scripts/need $(PY) pdf readers browser gettext
	@scripts/on-postgresql $(PY) $(PYTEST) $(ARGS)

check: $(VENV)/.dev
	@scripts/need $(PY) gettext
	@$(MAKE) --no-print-directory lint
	$(PYTEST) -m 'not browser and not slow'

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check --quiet .
	$(VENV)/bin/ruff format --check --quiet .
	$(VENV)/bin/djlint templates --lint --quiet
	$(VENV)/bin/mypy --no-error-summary skatturnier simulation tables scoring benchmarks
	@# Its cache is not safe against a second run beside this one, and it costs a second at most.
	$(VENV)/bin/lint-imports --no-cache --no-logo

proof: $(VENV)/.dev .venv-attack/.made
	@scripts/need $(PY) pdf browser gettext nginx
	@$(PY) -m tests.proofs.table

# What make test leaves out, in parts that can be run alone.
thorough: $(addprefix thorough-,$(THOROUGH))

thorough-tests: $(VENV)/.dev
	@scripts/need $(PY) pdf readers browser gettext engines nginx
	$(PYTEST) --thorough -m "thorough or property or server" $(ARGS)

thorough-postgresql: $(VENV)/.dev
	@scripts/need $(PY) pdf readers gettext
	@scripts/on-postgresql $(PY) $(PYTEST) --thorough -m "database or server or not (browser or thorough)" $(ARGS)

thorough-windows: windows
	$(MAKE) --no-print-directory test-windows ARGS="--thorough $(ARGS)"

# Faults are drawn over all that decides something, by the number of the day.
thorough-mutants: $(VENV)/.dev
	$(PY) -m tests.mutants --minutes $(or $(MINUTES),20) --seed $(or $(SEED),$(shell date +%Y%m%d)) --most 600 tables scoring skatturnier

bench: $(VENV)/.dev
	@scripts/need $(PY) pdf
	@$(PY) -m benchmarks $(ARGS)

load: $(VENV)/.dev
	@scripts/need $(PY) pdf
	@$(PY) -m benchmarks.load $(ARGS)

demo: setup
	@if [ -e '$(DEMO_DATA)/skatturnier.sqlite3' ]; then \
		rm -f '$(DEMO_DATA)/before-demo.sqlite3' '$(DEMO_DATA)/before-demo.sqlite3-journal'; \
		for file in '$(DEMO_DATA)'/skatturnier.sqlite3*; do mv "$$file" "$$(echo "$$file" | sed 's/skatturnier\.sqlite3/before-demo.sqlite3/')"; done; \
		echo 'The database of before is kept as $(DEMO_DATA)/before-demo.sqlite3.'; \
	fi
	@SKATTURNIER_DATA='$(DEMO_DATA)' $(PY) manage.py migrate --verbosity 0
	@SKATTURNIER_DATA='$(DEMO_DATA)' $(PY) manage.py simulate

format: $(VENV)/.dev
	$(VENV)/bin/ruff check --fix --quiet . || true
	$(VENV)/bin/ruff format .

messages: $(VENV)/.dev
	@scripts/need $(PY) gettext
	$(PY) manage.py makemessages --locale de --locale es --no-obsolete --add-location file $(NO_WORDS)
	for po in skatturnier/locale/*/LC_MESSAGES/*.po; do msgfmt --check-format -o "$${po%.po}.mo" "$$po"; done

.venv-mutation/.made: requirements/mutation.txt
	@scripts/venv .venv-mutation
	@.venv-mutation/bin/python -m pip install -qq --disable-pip-version-check -r requirements/mutation.txt
	@touch $@

mutants: $(VENV)/.dev .venv-mutation/.made
	@scripts/mutants $(PY) .venv-mutation/bin $(FILES)

windows: $(VENV)/.runtime
	@scripts/need $(PY) gettext wine
	@$(PY) -m scripts.windows

# Start, a seat, a list, a page of paper; its whole day where what it is made of has changed within a day.
WINDOWS_CHANGED = $(shell git log -1 --since='1 day ago' --format=tformat:--thorough -- scripts/windows skatturnier/machine skatturnier/laptop skatturnier/serving requirements.txt requirements/windows.txt 2>/dev/null)
test-windows: $(VENV)/.dev windows
	$(PY) -m pytest -n 0 --windows --durations 8 tests/windows $(WINDOWS_CHANGED) $(ARGS)

.venv-pins/.made: requirements/pins.txt
	@scripts/venv .venv-pins
	@.venv-pins/bin/python -m pip install -qq --disable-pip-version-check -r requirements/pins.txt
	@touch $@

handbook: $(VENV)/.dev
	@scripts/need $(PY) pdf browser gettext
	$(PY) -m pytest -q -n 0 --thorough --handbook tests/browser/test_handbook.py -k pictures
	@# The first page on paper asks for the names of the files that a site collects as it starts.
	@$(PY) manage.py collectstatic --no-input --verbosity 0
	@$(PY) manage.py handbook --to var/handbook

wheel: $(VENV)/.dev
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 0) $(PY) -m hatchling build --target wheel --directory var/wheel

release: wheel windows
	@$(PY) manage.py handbook --to var/handbook
	@$(PY) -m scripts.release

requirements: .venv-pins/.made
	@scripts/requirements .venv-pins/bin/uv $(ARGS)

.venv-attack/.made: requirements/attack.txt
	@scripts/venv .venv-attack
	@.venv-attack/bin/python -m pip install -qq --disable-pip-version-check -r requirements/attack.txt
	@touch $@

attack: $(VENV)/.dev .venv-attack/.made
	$(PY) -m tests.hostile.scan
	$(PY) -m tests.hostile.fuzz
