ALTER TABLE "link_fetches" DROP CONSTRAINT "link_fetches_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "traffic_daily" DROP CONSTRAINT "traffic_daily_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "traffic_daily" DROP CONSTRAINT "traffic_daily_node_id_nodes_id_fk";
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_pkey";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_id_at_pk" PRIMARY KEY("id","at");
--> statement-breakpoint
-- What a site has so far becomes one partition, as it is: nothing is copied, and its indexes are taken over.
do $$
declare
  one record;
  made record;
  before text;
  last timestamptz;
  given record;
begin
  set local timezone = 'UTC';
  for one in select * from (values 
    ('traffic_daily', 'day', 'month'), ('link_fetches', 'slot', 'week'), ('audit_log', 'at', 'month')
  ) partitioned (name, moment, step) loop
    before := one.name || '_before';
    execute format('alter table %I rename to %I', one.name, before);
    execute format('create table %I (like %I including all excluding identity excluding indexes) partition by range (%I)', one.name, before, one.moment);
    for made in
      select c.relname as name, replace(pg_get_indexdef(c.oid), ' ON public.' || before, ' ON public.' || one.name) as index,
        k.conname as key, pg_get_constraintdef(k.oid) as rule
      from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = c.oid
      where i.indrelid = before::regclass
    loop
      execute format('alter index %I rename to %I', made.name, before || substring(made.name from length(one.name) + 1));
      if made.key is null then execute made.index;
      else execute format('alter table %I add constraint %I %s', one.name, made.key, made.rule);
      end if;
    end loop;
    if one.name = 'audit_log' then
      select last_value, is_called into given from audit_log_id_seq;
      alter table audit_log_before alter id drop identity;
      alter table audit_log alter id add generated always as identity (sequence name audit_log_id_seq);
      perform setval('audit_log_id_seq', given.last_value, given.is_called);
      create trigger append_only before update or delete or truncate on audit_log for each statement execute function append_only();
    end if;
    execute format('select max(%I)::timestamptz from %I', one.moment, before) into last;
    if last is null then
      execute format('drop table %I', before);
    else
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', one.name, before,
        date_trunc(one.step, greatest(last, now())) + ('1 ' || one.step)::interval);
    end if;
    execute format('create table %I partition of %I default', one.name || '_rest', one.name);
  end loop;
end $$;
--> statement-breakpoint
create table traffic_hourly_rest partition of traffic_hourly default;
--> statement-breakpoint
drop function add_traffic_month(text, timestamptz, timestamptz), drop_traffic_month(text);
--> statement-breakpoint
-- Written anew by functions.sql.
create function keep_partitions(parent text, step interval, since timestamptz, first timestamptz, until timestamptz) returns void
language plpgsql as 'begin end';
--> statement-breakpoint
revoke execute on function keep_partitions(text, interval, timestamptz, timestamptz, timestamptz) from public;
