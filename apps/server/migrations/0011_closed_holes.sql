ALTER TABLE "coupons" ADD COLUMN "new_members_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "for_new_member" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_for_new_member" ON "orders" USING btree ("account_id") WHERE for_new_member and status in ('pending', 'processing', 'review');