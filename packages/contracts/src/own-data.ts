import { z } from 'zod'
import { route } from './route.ts'

/** What a service keeps of a person: lists of entries, by what they are called for people. */
export const OwnDataPart = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
export type OwnDataPart = z.infer<typeof OwnDataPart>

/**
 * A service's part of a person's own data (decision 40), for the gateway, which puts the parts
 * together. Text that the person may no longer read is left out of it.
 */
export const ownDataApi = {
  readOwnData: route('GET', '/internal/own-data', {
    can: 'signed-in',
    summary: 'What the service keeps of the person who asks',
    returns: OwnDataPart,
    isPublicPath: false,
    deadlineMs: 60_000,
  }),
} as const
