import { z } from 'zod'
import { network } from '../cluster-order.ts'

/** Of `npm run engines`, those that several nodes need. */
export const openedEngines = ['kafka', 's3', 'elasticsearch', 'keycloak'] as const

export const loopback = '127.0.0.1'

/** A URL of an engine on the node's loopback, as pods reach it. */
export const reachable = (url: string) => url.replace(loopback, network.nodeAddress)

/** What is to be opened in a cluster. */
export const EnginesOrder = z.object({
  folder: z.string(),
  /** Parts that get a database. */
  databases: z.array(z.string()),
  /** The portal's, through which browsers reach the provider. */
  publicOrigin: z.string(),
})
export type EnginesOrder = z.infer<typeof EnginesOrder>

/** Addresses with passwords, as pods reach them. */
export const OpenedEngines = z.object({
  events: z.string(),
  blobs: z.string(),
  search: z.string(),
  /** As an account that may make realms. */
  keycloak: z.string(),
  /** As its administrator. */
  postgres: z.string(),
  /** Where Keycloak's tables are, as its login. */
  keycloakDatabase: z.string(),
  /** Has a folder for each engine's data; `control` stops and starts them, on the node. */
  dataFolder: z.string(),
  control: z.object({ url: z.string(), secret: z.string() }),
  databases: z.record(z.string(), z.object({ owner: z.string(), app: z.string(), platform: z.string() })),
})
export type OpenedEngines = z.infer<typeof OpenedEngines>
