ALTER TABLE "organization_settings" ADD COLUMN "trending_askers_min" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "conversation_days" integer;