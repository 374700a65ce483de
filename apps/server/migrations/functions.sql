-- The functions behind the triggers, run after the migrations at every start. Change one here; no migration is needed.
-- A migration that adds a trigger creates its function too; from then on the function lives here.

-- Ledger: what belongs to members has a stored balance, the sum of its entries.
create or replace function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount
    where id = new.ledger_account_id and kind in ('member', 'commission', 'held', 'debt');
  return new;
end $$;

create or replace function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;

create or replace function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then raise exception 'a balance changes only by ledger entries'; end if;
  return new;
end $$;

create or replace function ledger_guard_owner() returns trigger language plpgsql as $$
begin
  raise exception 'a ledger account stays whose it is';
end $$;

-- All entries of a transaction are written by one statement, so each statement is checked once.
create or replace function ledger_sum_zero() returns trigger language plpgsql as $$
declare wrong bigint;
begin
  select transaction_id into wrong from entered group by transaction_id, currency having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not sum to zero', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Sums by day. Each connection has rows of its own: two postings never wait for each other, in whatever order they move money.
create or replace function ledger_keep_days() returns trigger language plpgsql as $$
begin
  insert into ledger_days as kept
    select (at at time zone 'UTC')::date, pg_backend_pid(), kind, method_id, movement, currency, pay_currency, plan_id, period,
      sum(amount), sum(pay_amount)
    from ledger_facts where transaction_id in (select transaction_id from entered)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint ledger_days_key
    do update set amount = kept.amount + excluded.amount, pay_amount = kept.pay_amount + excluded.pay_amount;
  return null;
end $$;

-- Nodes cache the list of their members by the version of their groups. The triggers fire at commit, so that the group's row is
-- the last one locked; the version rises once for each group and transaction. Changed members are noted beside the version.
create or replace function touch_group(touched bigint, account bigint) returns void language plpgsql as $$
declare done text := coalesce(current_setting('portico.touched_groups', true), '');
begin
  if touched is null then return; end if;
  if position(',' || touched || ',' in done) = 0 then
    perform set_config('portico.touched_groups', done || ',' || touched || ',', true);
    update groups set users_version = users_version + 1 where id = touched;
  end if;
  insert into changed_members (group_id, version, account_id, at)
    select touched, users_version, account, now() from groups where id = touched
    on conflict do nothing;
end $$;

create or replace function subscriptions_touch_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform touch_group(old.group_id, old.account_id); end if;
  perform touch_group(new.group_id, new.account_id);
  return null;
end $$;

create or replace function accounts_touch_group() returns trigger language plpgsql as $$
begin
  perform touch_group((select group_id from subscriptions where account_id = new.id), new.id);
  return null;
end $$;

create or replace function own_secrets_touch_group() returns trigger language plpgsql as $$
declare account bigint := coalesce(new.account_id, old.account_id);
begin
  perform touch_group((select group_id from subscriptions where account_id = account), account);
  return null;
end $$;

-- Reports may charge members that a node serves, or served until a day ago: keep who left which group.
create or replace function note_past_member() returns trigger language plpgsql as $$
begin
  insert into past_members (account_id, group_id, left_at) values (old.account_id, old.group_id, now())
    on conflict (account_id, group_id) do update set left_at = excluded.left_at;
  return null;
end $$;

create or replace function note_past_node_group() returns trigger language plpgsql as $$
begin
  insert into past_node_groups (node_id, group_id, left_at) values (old.node_id, old.group_id, now())
    on conflict (node_id, group_id) do update set left_at = excluded.left_at;
  return null;
end $$;

-- Undoing a report must know which counters it was added to: keep them whenever they are set back. Undoing itself keeps nothing.
create or replace function note_usage_reset() returns trigger language plpgsql as $$
begin
  if current_setting('portico.undoing', true) = 'on' then return null; end if;
  insert into usage_resets (account_id, at, last_batch_id, up_before, down_before, used_before_before, transfer_before, extra_before,
      up_after, down_after, used_before_after, transfer_after, extra_after)
    select new.account_id, now(), coalesce(max(id), 0), old.up, old.down, old.used_before, old.transfer_enable, old.extra_bytes,
      new.up, new.down, new.used_before, new.transfer_enable, new.extra_bytes
    from traffic_batches;
  return null;
end $$;

-- Counts in microseconds of the clock. A database that lost its last changes, restored or after a failover, never gives a version
-- again that a process still keeps something under.
create or replace function next_version(last bigint) returns bigint language sql volatile as $$
  select greatest(last + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
$$;

-- The catalog version covers everything in a rendered profile except the member's own data.
create or replace function touch_catalog() returns trigger language plpgsql as $$
begin
  update versions set value = next_version(value) where name = 'catalog';
  return null;
end $$;

-- The public list of games is read once for each version.
create or replace function touch_games() returns trigger language plpgsql as $$
begin
  update versions set value = next_version(value) where name = 'games';
  return null;
end $$;

-- Places taken on limited plans are counted once for each version. The triggers fire at commit, so that the version is locked last
-- and briefly, and once in each transaction. Plans without a limit do not touch it.
create or replace function touch_capacity(one bigint, other bigint) returns void language plpgsql as $$
begin
  if current_setting('portico.touched_capacity', true) = 'yes' then return; end if;
  perform from plans where id in (one, other) and capacity_limit is not null;
  if not found then return; end if;
  perform set_config('portico.touched_capacity', 'yes', true);
  update versions set value = next_version(value) where name = 'capacity';
end $$;

create or replace function orders_touch_capacity() returns trigger language plpgsql as $$
begin
  perform touch_capacity(new.plan_id, null);
  return null;
end $$;

create or replace function subscriptions_touch_capacity() returns trigger language plpgsql as $$
begin
  perform touch_capacity(old.plan_id, new.plan_id);
  return null;
end $$;

create or replace function plans_touch_capacity() returns trigger language plpgsql as $$
begin
  perform touch_capacity(new.id, null);
  return null;
end $$;

-- Lists read the address and number of an account without joining.
create or replace function identities_copy_to_account() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update accounts set email = null, email_key = null where id = old.account_id and old.provider = 'email';
    update accounts set phone = null where id = old.account_id and old.provider = 'phone';
  end if;
  if tg_op <> 'DELETE' then
    update accounts set email = new.label, email_key = new.subject where id = new.account_id and new.provider = 'email';
    update accounts set phone = new.subject where id = new.account_id and new.provider = 'phone';
  end if;
  return null;
end $$;

-- Every process listens on `portico_changed`: for new settings and sessions to end.
create or replace function announce_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changed', 'settings');
  return null;
end $$;

create or replace function notify_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changed', 'sessions');
  return null;
end $$;

create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Drops the partitions that end by `since`, and makes those from the last one, or else from `first`, up to `until`. Rows of a time that had no
-- partition wait in the default one, and move then. Gives up a lock that it does not get at once: everybody would wait behind it. Of the owner,
-- because the server's role may neither make tables nor drop them.
create or replace function keep_partitions(parent text, step interval, since timestamptz, first timestamptz, until timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  is_record boolean := exists (select from pg_trigger where tgrelid = parent::regclass and tgname = 'append_only');
  rest text := parent || '_rest';
  late text := parent || '_late';
  has_late boolean;
  part record;
  begins timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('portico.partitions', 0));
  for part in
    select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from $r$TO \('(.*)'\)$r$)::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent::regclass
  loop
    if part.ends <= since and not is_record then execute format('drop table %I', part.name); end if;
    begins := greatest(begins, part.ends);
  end loop;
  begins := coalesce(greatest(begins, since), first);
  if begins >= until then return; end if;
  execute format('select exists (select from %I)', rest) into has_late;
  if has_late then
    execute format('alter table %I detach partition %I', parent, rest);
    execute format('alter table %I rename to %I', rest, late);
    execute format('create table %I partition of %I default', rest, parent);
  end if;
  while begins < until loop
    execute format('create table %I partition of %I for values from (%L) to (%L)', parent || to_char(begins, '_YYYY_MM_DD'), parent, begins, begins + step);
    begins := begins + step;
  end loop;
  if has_late then
    execute format('insert into %I overriding system value select * from %I', parent, late);
    execute format('drop table %I', late);
  end if;
  perform guard_partitions();
end $$;

-- The rule of a record is one for whole statements, which partitions do not take over. `keep_partitions` also takes away what the owner grants to
-- the server's role on each new table; migrations renew all rights.
create or replace function guard_partitions() returns void language plpgsql as $$
declare part regclass;
begin
  for part in
    select i.inhrelid from pg_trigger t join pg_inherits i on i.inhparent = t.tgrelid
    where t.tgname = 'append_only' and not exists (select from pg_trigger own where own.tgrelid = i.inhrelid and own.tgname = 'append_only')
  loop
    execute format('create trigger append_only before update or delete or truncate on %s for each statement execute function append_only()', part);
    if session_user <> current_user then execute format('revoke all on %s from %I', part, session_user); end if;
  end loop;
end $$;

-- Search finds an article by the names of its category and tags, which may change: its words hold their ids.
create or replace function article_texts_add_places() returns trigger language plpgsql as $$
declare places text[];
begin
  if new.words is null then return new; end if;
  places := array(select '#c' || category_id from articles where id = new.article_id and category_id is not null
    union all select '#t' || tag_id from article_tag_links where article_id = new.article_id);
  new.words := array(select word from unnest(new.words) word where word not like '#%') || places;
  new.heads := array(select word from unnest(new.heads) word where word not like '#%') || places;
  return new;
end $$;

create or replace function articles_move_words() returns trigger language plpgsql as $$
begin
  update article_texts set words = words where article_id = new.id;
  return null;
end $$;

create or replace function article_tag_links_move_words() returns trigger language plpgsql as $$
begin
  update article_texts set words = words where article_id = coalesce(new.article_id, old.article_id);
  return null;
end $$;

-- Nodes: the rules of columns that take more than an expression. They name `public`, because a restored dump has no search path.
-- The length of a text as JavaScript counts it: a character beyond the first 65,536 counts twice.
create or replace function utf16_length(given text) returns integer language sql immutable strict as $$
  select length(given) + length(regexp_replace(given, '[^\U00010000-\U0010FFFF]', '', 'g'))
$$;

create or replace function are_tags(given text[]) returns boolean language sql immutable strict as $$
  select cardinality(given) <= 8 and not exists (
    select from unnest(given) tag where tag is null or tag !~ '[^[:space:]]' or public.utf16_length(tag) > 24)
$$;

create or replace function are_rate_ranges(given jsonb) returns boolean language sql immutable strict as $$
  select jsonb_typeof(given) = 'array' and jsonb_array_length(given) <= 24 and not exists (
    select from jsonb_array_elements(given) one
    where coalesce(one ->> 'start', '') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$'
      or coalesce(one ->> 'end', '') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$'
      or coalesce(one ->> 'rate', '') !~ '^[0-9]{1,5}$' or (one ->> 'rate')::int > 10000)
$$;

-- Audit rows name addresses as {person:<id>}. This puts the address in; of a closed account, its number.
create or replace function with_personal(given text) returns text language plpgsql stable as $$
declare
  mark text;
begin
  if position('{person:' in given) = 0 then
    return given;
  end if;
  for mark in select distinct m[1] from regexp_matches(given, '\{person:([0-9]{1,18})\}', 'g') m loop
    given := replace(given, '{person:' || mark || '}',
      coalesce((select coalesce(text, '#' || account_id) from audit_personal where id = mark::bigint), '•••'));
  end loop;
  return given;
end $$;

-- What the days of any zone are made of. Each connection has rows of its own, as in `ledger_days`.
create or replace function add_quarter(moment timestamptz, of_currency text, more_income bigint, more_commission bigint, more_orders bigint, more_members bigint)
returns void language sql as $$
  insert into quarter_sums as kept
    values (date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00Z'), pg_backend_pid(), of_currency, more_income, more_commission, more_orders, more_members)
    on conflict on constraint quarter_sums_at_slot_currency_pk do update set income = kept.income + excluded.income,
      commission = kept.commission + excluded.commission, orders = kept.orders + excluded.orders, members = kept.members + excluded.members
$$;

create or replace function ledger_keep_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(at, currency, sum(income)::bigint, sum(commission)::bigint, 0, 0)
    from money_facts where transaction_id in (select transaction_id from entered) group by at, currency;
  return null;
end $$;

create or replace function orders_keep_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(at, '', 0, 0, n, 0) from (
    select old.paid_at as at, -1 as n where tg_op <> 'INSERT' and old.paid_at is not null and old.expires_at > old.created_at
    union all select new.paid_at, 1 where tg_op <> 'DELETE' and new.paid_at is not null and new.expires_at > new.created_at
  ) facts;
  return null;
end $$;

create or replace function accounts_keep_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(created_at, '', 0, 0, 0, count(*)) from added where role_id is null group by created_at;
  return null;
end $$;

create or replace function accounts_move_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(at, '', 0, 0, 0, n) from (
    select old.created_at as at, -1 as n where old.role_id is null
    union all select new.created_at, 1 where tg_op <> 'DELETE' and new.role_id is null
  ) facts;
  return null;
end $$;

-- Sums of traffic by day and node, and on which days of a month each member had traffic. Runs once for each statement.
create or replace function traffic_keep_sums() returns trigger language plpgsql as $$
declare
  moved text := case tg_op
    when 'INSERT' then 'select account_id, node_id, day, up, down, billed_up, billed_down from added'
    when 'UPDATE' then 'select account_id, node_id, day, up, down, billed_up, billed_down from added union all ' else '' end
    || case when tg_op <> 'INSERT' then 'select account_id, node_id, day, -up, -down, -billed_up, -billed_down from removed' else '' end;
begin
  execute 'insert into traffic_days as kept
    select day, node_id, sum(up), sum(down), sum(billed_up), sum(billed_down)
    from (' || moved || ') as moved (account_id, node_id, day, up, down, billed_up, billed_down)
    group by 1, 2 having sum(up) <> 0 or sum(down) <> 0 or sum(billed_up) <> 0 or sum(billed_down) <> 0 order by 1, 2
    on conflict (day, node_id) do update set up = kept.up + excluded.up, down = kept.down + excluded.down,
      billed_up = kept.billed_up + excluded.billed_up, billed_down = kept.billed_down + excluded.billed_down';
  if tg_op = 'INSERT' then
    perform add_active(array(select row(account_id, day)::active_day from added where up + down > 0));
  elsif tg_op = 'DELETE' then
    perform take_active(array(select row(account_id, day)::active_day from removed where up + down > 0));
  else
    -- Rows without bytes are rare; those that gain or lose all of theirs are found by what stands there before and after.
    if exists (select from removed where up + down = 0) then
      perform add_active(array(select row(account_id, day)::active_day from added where up + down > 0));
    end if;
    if exists (select from added where up + down = 0) then
      perform take_active(array(select row(account_id, day)::active_day from added where up + down = 0));
    end if;
  end if;
  return null;
end $$;

create or replace function month_of(day date) returns date language sql immutable as $$
  select day - (extract(day from day)::int - 1)
$$;

create or replace function bit_of(day date) returns bigint language sql immutable as $$
  select 1::bigint << (extract(day from day)::int - 1)
$$;

-- A row is locked even if its bit is set already, so that nobody clears it meanwhile.
create or replace function add_active(given active_day[]) returns void language plpgsql as $$
begin
  insert into traffic_months as kept
    select month_of(day), account_id, bit_or(bit_of(day)) from unnest(given) group by 1, 2 order by 1, 2
    on conflict (month, account_id) do update set days = kept.days | excluded.days where kept.days | excluded.days <> kept.days;
end $$;

-- Clears the days on which nothing is left. Looks again once the members' rows are locked: another node may have reported meanwhile.
create or replace function take_active(given active_day[]) returns void language plpgsql as $$
begin
  perform from traffic_months where (month, account_id) in (select month_of(day), account_id from unnest(given))
    order by month, account_id for update;
  update traffic_months kept set days = kept.days & ~gone.bits
    from (
      select month_of(d.day) as month, d.account_id, bit_or(bit_of(d.day)) as bits from unnest(given) d
      where not exists (select from traffic_daily t where t.account_id = d.account_id and t.day = d.day and t.up + t.down > 0)
      group by 1, 2
    ) gone where kept.month = gone.month and kept.account_id = gone.account_id;
end $$;

-- How many members each day had, and for how many it was the first of its month.
create or replace function traffic_months_keep_days() returns trigger language plpgsql as $$
declare before text := case tg_op when 'INSERT' then 'null::bigint' else 'o.days' end;
begin
  execute 'insert into active_days as kept
    select moved.month + place, pg_backend_pid(), sum((now >> place & 1) - (before >> place & 1)), sum(is_first(now, place) - is_first(before, place))
    from (
      select n.month, coalesce(' || before || ', 0) as before, n.days as now
      from added n ' || case tg_op when 'INSERT' then '' else 'join removed o on o.month = n.month and o.account_id = n.account_id' end || '
    ) moved cross join generate_series(0, 30) place
    where (before # now) >> place & 1 = 1 or is_first(now, place) <> is_first(before, place)
    group by 1
    on conflict (day, slot) do update set members = kept.members + excluded.members, joined = kept.joined + excluded.joined';
  return null;
end $$;

create or replace function is_first(days bigint, place integer) returns integer language sql immutable as $$
  select (days & ((2::bigint << place) - 1) = 1::bigint << place)::int
$$;
