-- The one way in which entries of the audit trail end: an organization whose deletion stands in the ledger is purged. Runs with the owner's
-- rights, for the platform role; nobody else may call it.
CREATE FUNCTION purge_audit_trail(organization bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  purged bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM deletions WHERE deleted_organization_id = organization) THEN
    RAISE EXCEPTION 'Organization % is not being deleted: its audit trail stays.', organization;
  END IF;
  DELETE FROM audit_entries WHERE organization_id = organization;
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_audit_trail(bigint) FROM PUBLIC;
