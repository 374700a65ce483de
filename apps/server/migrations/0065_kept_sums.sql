CREATE TABLE "quarter_sums" (
	"at" timestamp with time zone NOT NULL,
	"slot" integer NOT NULL,
	"currency" text NOT NULL,
	"income" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"orders" integer NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "quarter_sums_at_slot_currency_pk" PRIMARY KEY("at","slot","currency")
);
--> statement-breakpoint
CREATE TABLE "active_days" (
	"day" date NOT NULL,
	"slot" integer NOT NULL,
	"members" integer NOT NULL,
	"joined" integer NOT NULL,
	CONSTRAINT "active_days_day_slot_pk" PRIMARY KEY("day","slot")
);
--> statement-breakpoint
CREATE TABLE "traffic_days" (
	"day" date NOT NULL,
	"node_id" bigint NOT NULL,
	"up" bigint NOT NULL,
	"down" bigint NOT NULL,
	"billed_up" bigint NOT NULL,
	"billed_down" bigint NOT NULL,
	CONSTRAINT "traffic_days_day_node_id_pk" PRIMARY KEY("day","node_id")
);
--> statement-breakpoint
CREATE TABLE "traffic_months" (
	"month" date NOT NULL,
	"account_id" bigint NOT NULL,
	"days" bigint NOT NULL,
	CONSTRAINT "traffic_months_month_account_id_pk" PRIMARY KEY("month","account_id")
);
--> statement-breakpoint
DROP INDEX "subscriptions_plan";--> statement-breakpoint
CREATE INDEX "accounts_banned" ON "accounts" USING btree ("id") WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("plan_id","expires_at");--> statement-breakpoint
-- Money received from outside minus refunds, and commission paid minus taken back.
create view money_facts as
select t.id as transaction_id, t.created_at as at, e.currency::text as currency,
  case a.kind when 'gateway' then -e.amount else 0 end as income, case a.kind when 'commission' then e.amount else 0 end as commission
from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.ledger_account_id
where (a.kind = 'gateway' and t.kind not like 'withdrawal.%') or (a.kind = 'commission' and t.kind in ('commission.paid', 'commission.reversed'));--> statement-breakpoint
-- With orders that were paid, without those that staff assigned, and accounts of members.
create view quarter_facts as
select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z') as at, currency, income, commission, orders, members from (
  select at, currency, income, commission, 0 as orders, 0 as members from money_facts
  union all select paid_at, '', 0, 0, 1, 0 from orders where paid_at is not null and expires_at > created_at
  union all select created_at, '', 0, 0, 0, 1 from accounts where role_id is null
) facts;--> statement-breakpoint
create type active_day as (account_id bigint, day date);--> statement-breakpoint
-- What the days of any zone are made of. Each connection has rows of its own, as in `ledger_days`.
create function add_quarter(moment timestamptz, of_currency text, more_income bigint, more_commission bigint, more_orders bigint, more_members bigint)
returns void language sql as $$
  insert into quarter_sums as kept
    values (date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00Z'), pg_backend_pid(), of_currency, more_income, more_commission, more_orders, more_members)
    on conflict on constraint quarter_sums_at_slot_currency_pk do update set income = kept.income + excluded.income,
      commission = kept.commission + excluded.commission, orders = kept.orders + excluded.orders, members = kept.members + excluded.members
$$;--> statement-breakpoint
create function ledger_keep_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(at, currency, sum(income)::bigint, sum(commission)::bigint, 0, 0)
    from money_facts where transaction_id in (select transaction_id from entered) group by at, currency;
  return null;
end $$;--> statement-breakpoint
create function orders_keep_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(at, '', 0, 0, n, 0) from (
    select old.paid_at as at, -1 as n where tg_op <> 'INSERT' and old.paid_at is not null and old.expires_at > old.created_at
    union all select new.paid_at, 1 where tg_op <> 'DELETE' and new.paid_at is not null and new.expires_at > new.created_at
  ) facts;
  return null;
end $$;--> statement-breakpoint
create function accounts_keep_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(created_at, '', 0, 0, 0, count(*)) from added where role_id is null group by created_at;
  return null;
end $$;--> statement-breakpoint
create function accounts_move_quarters() returns trigger language plpgsql as $$
begin
  perform add_quarter(at, '', 0, 0, 0, n) from (
    select old.created_at as at, -1 as n where old.role_id is null
    union all select new.created_at, 1 where tg_op <> 'DELETE' and new.role_id is null
  ) facts;
  return null;
end $$;--> statement-breakpoint
-- Sums of traffic by day and node, and on which days of a month each member had traffic. Runs once for each statement.
create function traffic_keep_sums() returns trigger language plpgsql as $$
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
end $$;--> statement-breakpoint
create function month_of(day date) returns date language sql immutable as $$
  select day - (extract(day from day)::int - 1)
$$;--> statement-breakpoint
create function bit_of(day date) returns bigint language sql immutable as $$
  select 1::bigint << (extract(day from day)::int - 1)
$$;--> statement-breakpoint
-- A row is locked even if its bit is set already, so that nobody clears it meanwhile.
create function add_active(given active_day[]) returns void language plpgsql as $$
begin
  insert into traffic_months as kept
    select month_of(day), account_id, bit_or(bit_of(day)) from unnest(given) group by 1, 2 order by 1, 2
    on conflict (month, account_id) do update set days = kept.days | excluded.days where kept.days | excluded.days <> kept.days;
end $$;--> statement-breakpoint
-- Clears the days on which nothing is left. Looks again once the members' rows are locked: another node may have reported meanwhile.
create function take_active(given active_day[]) returns void language plpgsql as $$
begin
  perform from traffic_months where (month, account_id) in (select month_of(day), account_id from unnest(given))
    order by month, account_id for update;
  update traffic_months kept set days = kept.days & ~gone.bits
    from (
      select month_of(d.day) as month, d.account_id, bit_or(bit_of(d.day)) as bits from unnest(given) d
      where not exists (select from traffic_daily t where t.account_id = d.account_id and t.day = d.day and t.up + t.down > 0)
      group by 1, 2
    ) gone where kept.month = gone.month and kept.account_id = gone.account_id;
end $$;--> statement-breakpoint
-- How many members each day had, and for how many it was the first of its month.
create function traffic_months_keep_days() returns trigger language plpgsql as $$
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
end $$;--> statement-breakpoint
create function is_first(days bigint, place integer) returns integer language sql immutable as $$
  select (days & ((2::bigint << place) - 1) = 1::bigint << place)::int
$$;--> statement-breakpoint
create trigger ledger_entries_quarters after insert on ledger_entries
  referencing new table as entered for each statement execute function ledger_keep_quarters();--> statement-breakpoint
create trigger orders_quarters_added after insert or delete on orders for each row execute function orders_keep_quarters();--> statement-breakpoint
create trigger orders_quarters_moved after update of paid_at, created_at, expires_at on orders
  for each row when (old.paid_at is distinct from new.paid_at or (old.expires_at > old.created_at) <> (new.expires_at > new.created_at))
  execute function orders_keep_quarters();--> statement-breakpoint
create trigger accounts_quarters_added after insert on accounts
  referencing new table as added for each statement execute function accounts_keep_quarters();--> statement-breakpoint
create trigger accounts_quarters_moved after update of role_id, created_at on accounts
  for each row when ((old.role_id is null) <> (new.role_id is null) or old.created_at <> new.created_at)
  execute function accounts_move_quarters();--> statement-breakpoint
create trigger accounts_quarters_gone after delete on accounts for each row execute function accounts_move_quarters();--> statement-breakpoint
create trigger traffic_daily_sums_added after insert on traffic_daily
  referencing new table as added for each statement execute function traffic_keep_sums();--> statement-breakpoint
create trigger traffic_daily_sums_moved after update on traffic_daily
  referencing new table as added old table as removed for each statement execute function traffic_keep_sums();--> statement-breakpoint
create trigger traffic_daily_sums_gone after delete on traffic_daily
  referencing old table as removed for each statement execute function traffic_keep_sums();--> statement-breakpoint
create trigger traffic_months_days_added after insert on traffic_months
  referencing new table as added for each statement execute function traffic_months_keep_days();--> statement-breakpoint
create trigger traffic_months_days_moved after update on traffic_months
  referencing new table as added old table as removed for each statement execute function traffic_months_keep_days();--> statement-breakpoint
insert into quarter_sums select at, 0, currency, sum(income), sum(commission), sum(orders), sum(members) from quarter_facts group by 1, 3;--> statement-breakpoint
insert into traffic_days select day, node_id, sum(up), sum(down), sum(billed_up), sum(billed_down) from traffic_daily group by 1, 2;--> statement-breakpoint
insert into traffic_months
  select month_of(day), account_id, bit_or(bit_of(day)) from traffic_daily where up + down > 0 group by 1, 2;
