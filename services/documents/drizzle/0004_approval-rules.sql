CREATE TABLE "approval_rules" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"department_number" integer NOT NULL,
	"stages" jsonb NOT NULL,
	"may_author_decide" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_rules_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "approval_rules_department" ON "approval_rules" USING btree ("organization_id","department_number");