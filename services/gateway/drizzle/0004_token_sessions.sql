ALTER TABLE "auth_tokens" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "provider_session" text;--> statement-breakpoint
CREATE INDEX "auth_tokens_session" ON "auth_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "auth_tokens_provider" ON "auth_tokens" USING btree ("issuer","subject");