"""Phones, calls, proposals, second lists, signatures."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0002_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='confirmation',
            name='drawing',
            field=models.TextField(blank=True, max_length=8000),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='way',
            field=models.CharField(choices=[('name', 'by name at the table'), ('drawn', 'drawn on the screen'), ('phone', 'by name and code on a phone of his own')], default='name', max_length=5),
        ),
        migrations.AddField(
            model_name='gamelistrow',
            name='seats_confirmed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='gamelistrow',
            name='signed_hash',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='gamelistrow',
            name='struck_after',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('seat', 'somebody sits where he should not'), ('take-over', 'another phone is to keep the list'), ('objection', 'a player does not agree with the list'), ('help', 'the table needs help')], max_length=9)),
                ('entry_key', models.UUIDField(unique=True)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('text', models.CharField(blank=True, max_length=500)),
                ('device', models.CharField(blank=True, max_length=32)),
                ('second', models.BooleanField(default=False)),
                ('called_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('granted', models.BooleanField(default=False)),
                ('game_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='scoring.gamelistrow')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['called_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('settled_at__isnull', False), models.Q(('granted', False), ('settled_by__isnull', True)), _connector='OR'), name='call_settled_says_when'), models.CheckConstraint(condition=models.Q(('place__isnull', True), models.Q(('place__gte', 1), ('place__lte', 4)), _connector='OR'), name='call_of_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Phone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(max_length=32)),
                ('keeps', models.CharField(blank=True, choices=[('', 'watches'), ('first', 'keeps the list'), ('second', 'keeps the second list')], default='', max_length=6)),
                ('unsent', models.PositiveSmallIntegerField(default=0)),
                ('seen_at', models.DateTimeField()),
                ('game_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='phones', to='scoring.gamelistrow')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('game_list', 'device'), name='one_row_a_phone'), models.UniqueConstraint(condition=models.Q(('keeps', ''), _negated=True), fields=('game_list', 'keeps'), name='one_phone_keeps_each_list')],
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry_key', models.UUIDField(unique=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('line', models.JSONField()),
                ('because', models.CharField(max_length=40)),
                ('device', models.CharField(max_length=32)),
                ('received_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('accepted', models.BooleanField(default=False)),
                ('game_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='scoring.gamelistrow')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['received_at', 'number'],
                'constraints': [models.CheckConstraint(condition=models.Q(('settled_at__isnull', False), models.Q(('accepted', False), ('settled_by__isnull', True)), _connector='OR'), name='proposal_settled_says_when')],
            },
        ),
        migrations.CreateModel(
            name='SecondDealRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry_key', models.UUIDField(unique=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('declarer', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('game', models.CharField(blank=True, choices=[('diamonds', 'Diamonds'), ('hearts', 'Hearts'), ('spades', 'Spades'), ('clubs', 'Clubs'), ('grand', 'Grand'), ('null', 'Null')], max_length=8)),
                ('matadors', models.SmallIntegerField(blank=True, null=True)),
                ('hand', models.BooleanField(default=False)),
                ('schneider', models.BooleanField(default=False)),
                ('schneider_announced', models.BooleanField(default=False)),
                ('schwarz', models.BooleanField(default=False)),
                ('schwarz_announced', models.BooleanField(default=False)),
                ('ouvert', models.BooleanField(default=False)),
                ('won', models.BooleanField(default=False)),
                ('bid', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('overbid', models.BooleanField(default=False)),
                ('overruled', models.BooleanField(default=False)),
                ('points', models.SmallIntegerField(default=0)),
                ('entered_at', models.DateTimeField()),
                ('voided_at', models.DateTimeField(blank=True, null=True)),
                ('voided_because', models.CharField(blank=True, max_length=300)),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='second_deals', to='scoring.gamelistrow')),
                ('voided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number', 'entered_at'],
                'abstract': False,
                'constraints': [models.UniqueConstraint(condition=models.Q(('voided_at__isnull', True)), fields=('game_list', 'number'), name='one_valid_second_entry'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='second_deal_numbers_begin_at_one'), models.CheckConstraint(condition=models.Q(models.Q(('declarer__isnull', True), ('game', ''), ('points', 0), ('won', False)), models.Q(('declarer__gte', 1), ('declarer__lte', 4), ('game__in', ['diamonds', 'hearts', 'spades', 'clubs', 'grand', 'null'])), _connector='OR'), name='second_declarer_and_game_together'), models.CheckConstraint(condition=models.Q(models.Q(('game', ''), ('matadors__isnull', True)), models.Q(('game', 'null'), ('matadors__isnull', True)), models.Q(models.Q(('game__in', ['', 'null']), _negated=True), ('matadors__isnull', False)), _connector='OR'), name='second_matadors_in_trump_games'), models.CheckConstraint(condition=models.Q(('declarer__isnull', True), models.Q(('points__gt', 0), ('won', True)), models.Q(('points__lt', 0), ('won', False)), models.Q(('overruled', True), ('points__lt', 0)), _connector='OR'), name='second_points_say_who_won'), models.CheckConstraint(condition=models.Q(('voided_at__isnull', False), models.Q(('voided_because', ''), ('voided_by__isnull', True)), _connector='OR'), name='second_voided_says_when')],
            },
        ),
    ]
