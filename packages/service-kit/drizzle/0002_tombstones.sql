CREATE TABLE "purge_steps" (
	"organization_id" bigint NOT NULL,
	"store" text NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"pending" integer,
	"remaining" integer,
	CONSTRAINT "purge_steps_organization_id_store_pk" PRIMARY KEY("organization_id","store")
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"purged_at" timestamp with time zone,
	"answered" bigint
);
--> statement-breakpoint
ALTER TABLE "purge_steps" ADD CONSTRAINT "purge_steps_organization_id_tombstones_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."tombstones"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Begins every transaction of an organization, in the round trip of its BEGIN. A function keeps its plan; a bare query is planned each time.
CREATE FUNCTION "refuse_deleted"("organization" bigint) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM tombstones WHERE organization_id = organization) THEN
    RAISE EXCEPTION 'The organization was deleted.' USING ERRCODE = 'PO410';
  END IF;
END $$;
--> statement-breakpoint
-- The one way in which rows of an append-only table end: their organization was deleted. Runs with the owner's rights, for the platform role.
CREATE FUNCTION "purge_append_only"("doomed" text, "organization" bigint, "batch" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  IF NOT EXISTS (SELECT FROM tombstones WHERE organization_id = organization) THEN
    RAISE EXCEPTION 'Organization % was not deleted: what is append-only stays.', organization;
  END IF;
  EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY(ARRAY(SELECT ctid FROM %1$I WHERE organization_id = $1 LIMIT $2))', doomed)
    USING organization, batch;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "purge_append_only"(text, bigint, integer) FROM PUBLIC;
