ALTER TABLE "messages" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "departments" integer[];