ALTER TABLE "deletion_steps" ADD COLUMN "remaining" integer;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD COLUMN "organization_id" bigint GENERATED ALWAYS AS (nullif(chain, 'platform')::bigint) STORED;--> statement-breakpoint
-- What service-kit's purge_append_only does for every append-only table.
DROP FUNCTION purge_audit_trail(bigint);
