import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { auditKeys, HeadStore } from '@portal/master-admin-service/audit/head-store'
import { signAgain } from '@portal/master-admin-service/audit/sign-again'
import { verifyTrail } from '@portal/master-admin-service/audit/verify-trail'
import { SecretKeys } from '@portal/service-kit/rotated-secrets'
import { readOrMakeSecrets } from '../../standalone/secrets.ts'
import { operate } from '../operate.ts'
import { reportVerdicts } from './report-verdicts.ts'

// `npm run audit:verify`, for the local portal or one described by any of DATABASE_PLATFORM_URL,
// AUDIT_HEADS_URL and AUDIT_SECRET. Exits with 1 if a chain is broken. `-- sign-again` then signs
// the heads of a former key with the first of AUDIT_SECRET.
await operate(async ({ open, dataFolder, environment, words }) => {
  const database = await open('master-admin')
  const secrets = environment.AUDIT_SECRET ?? SecretKeys.parse((await readOrMakeSecrets(dataFolder)).audit)
  const blobs = await openBlobStore(environment.AUDIT_HEADS_URL ?? `file:${dataFolder}/audit-heads`)
  const heads = new HeadStore(blobs, auditKeys(...secrets))
  const verdicts = await verifyTrail(database, heads)
  if (verdicts.some(({ finding }) => finding !== null)) process.exitCode = 1
  const report = reportVerdicts(verdicts)
  if (words[0] !== 'sign-again') return report
  const count = await signAgain(heads, verdicts)
  return `${report}\n${count} heads were signed again.`
})
