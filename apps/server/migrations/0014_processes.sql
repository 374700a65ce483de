CREATE TABLE "places" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"process_id" uuid NOT NULL,
	"holder" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "places_holder" ON "places" USING btree ("holder","id");--> statement-breakpoint
CREATE INDEX "places_process" ON "places" USING btree ("process_id");--> statement-breakpoint
-- Nothing here has to outlive a crash of the database, and every process writes it every other second.
alter table places set unlogged;
--> statement-breakpoint
alter table processes set unlogged;
--> statement-breakpoint
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger append_only before update or delete or truncate on audit_log for each statement execute function append_only();
--> statement-breakpoint
-- Connections that stay open end with the session they were opened with: every process is told to look.
create function notify_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changed', 'sessions');
  return null;
end $$;
--> statement-breakpoint
create trigger sessions_ended after delete on sessions for each row execute function notify_sessions();
--> statement-breakpoint
create trigger accounts_sessions_ended after update of banned_at, role_id on accounts
  for each row when ((old.banned_at, old.role_id) is distinct from (new.banned_at, new.role_id)) execute function notify_sessions();
--> statement-breakpoint
create trigger staff_roles_changed after update of permissions on staff_roles
  for each row execute function notify_sessions();
--> statement-breakpoint
-- The server's role may neither make tables nor drop them; the months of this one come and go.
create function add_traffic_month(name text, since timestamptz, until timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^traffic_hourly_\d{4}_\d{2}$' then raise exception '% is no month of traffic_hourly', name; end if;
  execute format('create table if not exists %I partition of traffic_hourly for values from (%L) to (%L)', name, since, until);
end $$;
--> statement-breakpoint
create function drop_traffic_month(name text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^traffic_hourly_\d{4}_\d{2}$' then raise exception '% is no month of traffic_hourly', name; end if;
  execute format('drop table if exists %I', name);
end $$;
--> statement-breakpoint
revoke execute on function add_traffic_month(text, timestamptz, timestamptz), drop_traffic_month(text) from public;
