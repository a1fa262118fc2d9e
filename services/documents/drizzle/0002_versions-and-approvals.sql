CREATE TABLE "approvals" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"stage" integer NOT NULL,
	"quorum" integer NOT NULL,
	"approver_id" text NOT NULL,
	"delegate_id" text,
	"status" text NOT NULL,
	"comments" text,
	"content_hash" text NOT NULL,
	"deadline_days" integer,
	"due_at" timestamp with time zone,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "members_organization_id_person_id_pk" PRIMARY KEY("organization_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "changes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "effective_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "activated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_version" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."versions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_once" ON "approvals" USING btree ("organization_id","version_id","round","stage","approver_id");--> statement-breakpoint
CREATE INDEX "approvals_of_approver" ON "approvals" USING btree ("organization_id","approver_id","status");--> statement-breakpoint
CREATE INDEX "approvals_of_delegate" ON "approvals" USING btree ("organization_id","delegate_id","status");--> statement-breakpoint
CREATE INDEX "versions_content" ON "versions" USING btree ("organization_id","sha256");--> statement-breakpoint
CREATE INDEX "versions_scheduled" ON "versions" USING btree ("organization_id","effective_at") WHERE status = 'approved' and activated_at is null and effective_at is not null;