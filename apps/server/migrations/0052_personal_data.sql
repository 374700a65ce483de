CREATE TABLE "audit_personal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_personal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint,
	"text" text
);
--> statement-breakpoint
CREATE TABLE "account_closings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"most" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_roles" ADD COLUMN "earlier" text[];--> statement-breakpoint
ALTER TABLE "account_closings" ADD CONSTRAINT "account_closings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_personal_account" ON "audit_personal" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_personal_text" ON "audit_personal" USING btree (lower("text"));--> statement-breakpoint
CREATE INDEX "account_closings_due" ON "account_closings" USING btree ("closes_at");--> statement-breakpoint
-- What `members.access` allowed is two permissions now: roles that sites made keep both.
update staff_roles set permissions = array(select distinct one from unnest(permissions || '{members.link}'::text[]) one order by one)
  where key is null and 'members.access' = any(permissions);--> statement-breakpoint
-- The ready-made role for support has lost one. Sites where somebody has it are told.
update staff_roles r set earlier = '{members.read,members.write,members.link,members.access,orders.read,orders.write,plans.read,nodes.read,traffic.read,tickets.read,tickets.write}'
  where key = 'support' and (exists (select from accounts where role_id = r.id)
    or exists (select from staff_invitations where role_id = r.id and accepted_at is null and revoked_at is null));--> statement-breakpoint
-- Rows of the audit log from before name addresses by number too, as `audit/hold-personal.ts` writes them.
ALTER TABLE "audit_log" DISABLE TRIGGER "append_only";--> statement-breakpoint
do $$
declare
  pattern constant text := '[^\s"<>(),;:@{}\\]+@[^\s"<>(),;:@{}\\]+\.[^\s"<>(),;:@{}\\]+|\+[1-9][0-9]{6,14}(?![0-9])';
  act record;
  found text;
  holder bigint;
  mark text;
begin
  for act in
    select id, actor_kind, actor_id, entity, entity_id, ip, device, before::text as before, after::text as after, reason from audit_log
    where entity <> 'settings' and concat_ws(' ', before::text, after::text, reason) ~ pattern
      or actor_kind = 'member' and actor_id is not null and coalesce(ip, device) is not null
  loop
    if act.entity <> 'settings' then
      for found in
        select distinct m[1] as one from regexp_matches(concat_ws(' ', act.before, act.after, act.reason), '(' || pattern || ')', 'g') m
        order by one desc
      loop
        holder := coalesce(
          case when act.entity = 'member' and act.entity_id ~ '^[0-9]{1,15}$' then act.entity_id::bigint end,
          (select account_id from identities where subject = lower(found) and provider in ('email', 'phone')));
        insert into audit_personal (account_id, text) values (holder, found) returning '{person:' || id || '}' into mark;
        act.before := replace(act.before, found, mark);
        act.after := replace(act.after, found, mark);
        act.reason := replace(act.reason, found, mark);
      end loop;
    end if;
    if act.actor_kind = 'member' and act.actor_id is not null then
      if act.ip is not null then
        insert into audit_personal (account_id, text) values (act.actor_id, act.ip) returning '{person:' || id || '}' into act.ip;
      end if;
      if act.device is not null then
        insert into audit_personal (account_id, text) values (act.actor_id, act.device) returning '{person:' || id || '}' into act.device;
      end if;
    end if;
    update audit_log set before = act.before::jsonb, after = act.after::jsonb, reason = act.reason, ip = act.ip, device = act.device
      where id = act.id;
  end loop;
end $$;--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "append_only";--> statement-breakpoint
-- Accounts that are closed already, and what other rows say of their addresses.
update audit_personal p set text = null
  from audit_personal own join accounts a on a.id = own.account_id and a.closed_at is not null
  where p.id = own.id or p.account_id is null and lower(p.text) = lower(own.text)
    and not exists (select from identities where subject = lower(p.text));
