import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { auditKeys, HeadStore } from '@portal/master-admin-service/audit/head-store'
import { verifyTrail } from '@portal/master-admin-service/audit/verify-trail'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { readOrMakeSecrets } from '../../standalone/secrets.ts'
import { openRunningDatabase, readOperateOptions } from '../open-running-database.ts'
import { readVerifyEnvironment } from './config.ts'
import { reportVerdicts } from './report-verdicts.ts'

// `npm run audit:verify`, for the local portal or one described by any of DATABASE_PLATFORM_URL,
// AUDIT_HEADS_URL and AUDIT_SECRET. Exits with 1 if a chain is broken.
try {
  const { dataFolder } = readOperateOptions(process.argv.slice(2))
  const environment = readVerifyEnvironment(process.env)
  const database = await open(environment.DATABASE_PLATFORM_URL, dataFolder)
  try {
    const secret = environment.AUDIT_SECRET ?? (await readOrMakeSecrets(dataFolder)).audit
    const blobs = await openBlobStore(environment.AUDIT_HEADS_URL ?? `file:${dataFolder}/audit-heads`)
    const verdicts = await verifyTrail(
      database,
      new HeadStore(blobs, auditKeys(Buffer.from(secret, 'base64'))),
    )
    console.log(reportVerdicts(verdicts))
    if (verdicts.some(({ finding }) => finding !== null)) process.exitCode = 1
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function open(platformUrl: string | undefined, dataFolder: string): Promise<Database> {
  if (platformUrl === undefined) return openRunningDatabase(dataFolder, 'master-admin')
  return openDatabase({
    urls: { app: platformUrl, platform: platformUrl },
    name: 'operator',
    platformConnections: 1,
  })
}
