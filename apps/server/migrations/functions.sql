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

-- The server's role may not create or drop tables; these do it for the monthly partitions of traffic_hourly.
create or replace function add_traffic_month(name text, since timestamptz, until timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^traffic_hourly_\d{4}_\d{2}$' then raise exception '% is no month of traffic_hourly', name; end if;
  execute format('create table if not exists %I partition of traffic_hourly for values from (%L) to (%L)', name, since, until);
end $$;

create or replace function drop_traffic_month(name text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^traffic_hourly_\d{4}_\d{2}$' then raise exception '% is no month of traffic_hourly', name; end if;
  execute format('drop table if exists %I', name);
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
