-- The site's database: psql -U postgres -v password="'…'" -f deploy/postgresql.sql
-- Every backup is restored into a database of its own and looked at before it counts: CREATEDB, and no more.
CREATE ROLE skatturnier LOGIN CREATEDB PASSWORD :password;
-- The order of names is the program's; the database sorts by code points, the same on every machine.
CREATE DATABASE skatturnier OWNER skatturnier ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;
REVOKE CONNECT ON DATABASE skatturnier FROM PUBLIC;

-- The server's log is not to hold what people typed: neither the rows of a refused statement nor the statement.
ALTER DATABASE skatturnier SET log_error_verbosity = terse;
ALTER DATABASE skatturnier SET log_min_error_statement = panic;
ALTER DATABASE skatturnier SET log_min_duration_statement = -1;
ALTER DATABASE skatturnier SET log_statement = none;

-- What a restore finds it renames, and makes anew. Before PostgreSQL 15 the schema belongs to somebody else.
\connect skatturnier
ALTER SCHEMA public OWNER TO skatturnier;
