CREATE TABLE "audit_chains" (
	"chain" text PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"signed_sequence" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"organization_id" bigint,
	"sequence" bigint NOT NULL,
	"event_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"outcome" text NOT NULL,
	"service" text NOT NULL,
	"details" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_in_order" UNIQUE NULLS NOT DISTINCT("organization_id","sequence"),
	CONSTRAINT "audit_entries_once" UNIQUE NULLS NOT DISTINCT("organization_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_people" (
	"person_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("event_id");