CREATE TABLE "comments" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"thread_id" uuid,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"start_offset" integer,
	"end_offset" integer,
	"quote" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	CONSTRAINT "comments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_version" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."versions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_thread" FOREIGN KEY ("organization_id","thread_id") REFERENCES "public"."comments"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of_version" ON "comments" USING btree ("organization_id","version_id","id");