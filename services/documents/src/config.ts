import { ServiceEnvironment } from '@portal/service-kit/config'
import { temporaryUploadDisk } from '@portal/service-kit/http/uploads'
import { z } from 'zod'

const gibibyte = 1024 ** 3
const quota = (byDefault: number) => z.coerce.number().int().min(1).default(byDefault)

/** The environment of documents; each URL's scheme selects an adapter. */
export const DocumentsEnvironment = ServiceEnvironment.extend({
  BLOBS_URL: z.string().min(1),
  PARSER_URL: z.string().min(1),
  EMBEDDER_URL: z.string().min(1),
  SEARCH_URL: z.string().min(1),
  RANKER_URL: z.string().min(1).default('embedded:'),
  MASTER_ADMIN_URL: z.url(),
  QUOTA_STORED_BYTES: quota(10 * gibibyte),
  QUOTA_DOCUMENTS: quota(10_000),
  /** Per day, as are the following ones. */
  QUOTA_UPLOADS_PER_PERSON: quota(1000),
  QUOTA_UPLOADS_PER_ORGANIZATION: quota(5000),
  QUOTA_UPLOAD_BYTES_PER_PERSON: quota(2 * gibibyte),
  QUOTA_UPLOAD_BYTES_PER_ORGANIZATION: quota(5 * gibibyte),
  QUOTA_EVIDENCE_PACKS_PER_PERSON: quota(50),
  QUOTA_EVIDENCE_PACKS_PER_ORGANIZATION: quota(200),
  /** People asked by campaigns: each gets a notification. */
  QUOTA_REQUESTS_PER_PERSON: quota(250_000),
  QUOTA_REQUESTS_PER_ORGANIZATION: quota(500_000),
  QUOTA_READ_AGAIN_PER_PERSON: quota(2000),
  QUOTA_READ_AGAIN_PER_ORGANIZATION: quota(5000),
  /** Where uploads arrive. */
  SPOOL_FOLDER: z.string().min(1).default(temporaryUploadDisk.spoolFolder),
  /** With less space than the smaller of both, uploads are refused and the service is not ready. */
  DISK_FREE_MIN_BYTES: z.coerce.number().min(0).default(temporaryUploadDisk.freeBytesMin),
  DISK_FREE_MIN_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(temporaryUploadDisk.freeShareMin * 100),
})

export type DocumentsEnvironment = z.infer<typeof DocumentsEnvironment>
