import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { auditKeys, HeadStore } from '@portal/master-admin-service/audit/head-store'
import { verifyTrail } from '@portal/master-admin-service/audit/verify-trail'
import { readOrMakeSecrets } from '../../standalone/secrets.ts'
import { operate } from '../operate.ts'
import { reportVerdicts } from './report-verdicts.ts'

// `npm run audit:verify`, for the local portal or one described by any of DATABASE_PLATFORM_URL,
// AUDIT_HEADS_URL and AUDIT_SECRET. Exits with 1 if a chain is broken.
await operate(async ({ open, dataFolder, environment }) => {
  const database = await open('master-admin')
  const secret = environment.AUDIT_SECRET ?? (await readOrMakeSecrets(dataFolder)).audit
  const blobs = await openBlobStore(environment.AUDIT_HEADS_URL ?? `file:${dataFolder}/audit-heads`)
  const heads = new HeadStore(blobs, auditKeys(Buffer.from(secret, 'base64')))
  const verdicts = await verifyTrail(database, heads)
  if (verdicts.some(({ finding }) => finding !== null)) process.exitCode = 1
  return reportVerdicts(verdicts)
})
