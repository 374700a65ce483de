ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts" CHECK (price_amount >= 0 and total_amount between 0 and price_amount and fee_amount >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lines" CHECK (price_amount = total_amount + promotion_amount + coupon_amount + personal_amount + (surplus_amount - credit_amount) + balance_amount);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_parts" CHECK (least(promotion_amount, coupon_amount, personal_amount, credit_amount, balance_amount, bonus_amount, refunded_amount, surplus_amount - credit_amount) >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK (refunded_amount <= total_amount + balance_amount + fee_amount);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_has_time" CHECK ((status in ('processing', 'completed', 'review', 'absorbed', 'refunded')) = (paid_at is not null));--> statement-breakpoint
-- The checks above replace the trigger of 0009.
DROP TRIGGER "orders_rules" ON "orders";--> statement-breakpoint
DROP FUNCTION "orders_rules"();
