import { ServiceEnvironment } from '@portal/service-kit/config'
import { temporaryUploadDisk } from '@portal/service-kit/http/uploads'
import { z } from 'zod'

/** The environment of documents; each URL's scheme selects an adapter. */
export const DocumentsEnvironment = ServiceEnvironment.extend({
  BLOBS_URL: z.string().min(1),
  PARSER_URL: z.string().min(1),
  EMBEDDER_URL: z.string().min(1),
  SEARCH_URL: z.string().min(1),
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
