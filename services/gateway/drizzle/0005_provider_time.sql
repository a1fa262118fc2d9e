ALTER TABLE "auth_tokens" ADD COLUMN "issued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "issued_at" timestamp with time zone;