CREATE TABLE "remote_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "remote_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"act" text NOT NULL,
	"version" text,
	"organization" bigint,
	"percent" integer,
	"by" text NOT NULL,
	"who" text,
	"why" text NOT NULL,
	"request" text,
	CONSTRAINT "remote_acts_request_unique" UNIQUE("request")
);
--> statement-breakpoint
CREATE TABLE "remote_pins" (
	"name" text NOT NULL,
	"organization" bigint NOT NULL,
	"version" text NOT NULL,
	"pinned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "remote_pins_name_organization_pk" PRIMARY KEY("name","organization")
);
--> statement-breakpoint
CREATE TABLE "remote_promotions" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"previous" text,
	"percent" integer NOT NULL,
	"threshold" integer NOT NULL,
	"promoted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remote_reports" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"reporter" text NOT NULL,
	"organization" text NOT NULL,
	"has_failed" boolean NOT NULL,
	"kind" text,
	"error" text,
	"location" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "remote_reports_name_version_reporter_pk" PRIMARY KEY("name","version","reporter")
);
--> statement-breakpoint
CREATE INDEX "remote_acts_name" ON "remote_acts" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "remote_reports_at" ON "remote_reports" USING btree ("at");