import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/** The environment of documents; each URL's scheme selects an adapter. */
export const DocumentsEnvironment = ServiceEnvironment.extend({
  BLOBS_URL: z.string().min(1),
  PARSER_URL: z.string().min(1),
  EMBEDDER_URL: z.string().min(1),
  SEARCH_URL: z.string().min(1),
})
