import { z } from 'zod'
import { calendarDay } from './calendar-day.ts'
import { DepartmentNumber } from './departments.ts'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** `material`: everyone is asked again. `minor`: earlier acknowledgements carry over. */
export const ChangeKind = z.enum(['material', 'minor'])
export type ChangeKind = z.infer<typeof ChangeKind>

/** `superseded`: another version became current, or has a campaign of its own. */
export const CampaignState = z.enum(['open', 'closed', 'superseded'])
export type CampaignState = z.infer<typeof CampaignState>

/**
 * Who is asked now, and of them who has acknowledged: `asked` is the sum of the two others.
 * `carried` of the acknowledged ones are of an earlier version. `former` have acknowledged and are
 * no longer asked, as people who left.
 */
export const CampaignProgress = z.object({
  asked: z.number().int(),
  acknowledged: z.number().int(),
  outstanding: z.number().int(),
  carried: z.number().int(),
  former: z.number().int(),
})
export type CampaignProgress = z.infer<typeof CampaignProgress>

/**
 * Asking people to acknowledge a version. `departmentIds` null: everyone who may read the document.
 * `dueOn`: the last day. `remindedAt`: the latest reminder, sent by hand or by itself.
 */
export const Campaign = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  customId: z.string(),
  documentTitle: z.string(),
  versionId: z.uuid(),
  version: z.number().int(),
  contentHash: z.string(),
  departmentIds: z.array(z.number().int()).nullable(),
  dueOn: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  change: ChangeKind,
  state: CampaignState,
  startedBy: z.string(),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  remindedAt: z.iso.datetime().nullable(),
  progress: CampaignProgress,
})
export type Campaign = z.infer<typeof Campaign>

/** Whether a person has acknowledged what a campaign asks. */
export const ReadingState = z.enum(['acknowledged', 'outstanding'])
export type ReadingState = z.infer<typeof ReadingState>

/**
 * A person of a campaign; `id` is theirs. `version` is the one they acknowledged, an earlier one if
 * it carried over. Not `isAsked`: they have left, or may not read the document any more.
 */
export const CampaignPerson = z.object({
  id: z.string(),
  name: z.string().nullable(),
  state: ReadingState,
  isAsked: z.boolean(),
  askedAt: z.iso.datetime(),
  acknowledgedAt: z.iso.datetime().nullable(),
  version: z.number().int().nullable(),
})
export type CampaignPerson = z.infer<typeof CampaignPerson>

const ofReading = {
  id: z.uuid(),
  campaignId: z.uuid(),
  documentId: z.uuid(),
  customId: z.string(),
  documentTitle: z.string(),
  versionId: z.uuid(),
  version: z.number().int(),
  contentHash: z.string(),
}

/** What a person is asked to read; `id` is the campaign's, `changes` what is new in the version. */
export const PendingAcknowledgement = z.object({
  ...ofReading,
  changes: z.string(),
  change: ChangeKind,
  dueOn: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  askedAt: z.iso.datetime(),
})
export type PendingAcknowledgement = z.infer<typeof PendingAcknowledgement>

/** A person's own acknowledgement: of one version, whose file has this SHA-256, once. */
export const Acknowledgement = z.object({
  ...ofReading,
  acknowledgedAt: z.iso.datetime(),
})
export type Acknowledgement = z.infer<typeof Acknowledgement>

/** A new campaign, for the current version of a document. */
export const NewCampaign = z.object({
  versionId: z.uuid(),
  departmentIds: z.array(DepartmentNumber).min(1).max(100).nullable().default(null),
  dueOn: calendarDay('Due date').nullable().default(null),
  change: ChangeKind.default('material'),
})
export type NewCampaign = z.infer<typeof NewCampaign>

const CampaignPath = z.object({ id: z.uuid() })
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'Content hash must be a SHA-256 in hexadecimal.')

/** Routes for acknowledgements, served by documents. */
export const acknowledgementsApi = {
  listPendingAcknowledgements: route('GET', '/api/acknowledgements/pending', {
    can: 'acknowledgement:read-own',
    summary: 'What one is asked to read and acknowledge, due first',
    returns: z.array(PendingAcknowledgement),
  }),
  listOwnAcknowledgements: route('GET', '/api/acknowledgements/given', {
    can: 'acknowledgement:read-own',
    summary: 'What one has acknowledged, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(Acknowledgement),
  }),
  acknowledge: route('PUT', '/api/acknowledgements/{versionId}', {
    can: 'acknowledgement:give',
    summary: 'Say that one has read and understood a version; a repetition has no further effect',
    params: z.object({ versionId: z.uuid() }),
    body: z.object({ contentHash: Hash }),
    returns: Acknowledgement,
  }),
  listCampaigns: route('GET', '/api/acknowledgements/campaigns', {
    can: 'campaign:read',
    summary: 'Campaigns of the documents that one manages, newest first',
    query: listQuery(z.uuid()).extend({ documentId: z.uuid().optional() }),
    returns: z.array(Campaign),
  }),
  startCampaign: route('POST', '/api/acknowledgements/campaigns', {
    can: 'campaign:start',
    summary: 'Ask people to acknowledge the current version of a document',
    body: NewCampaign,
    returns: Campaign,
    status: 201,
  }),
  listCampaignPeople: route('GET', '/api/acknowledgements/campaigns/{id}/people', {
    can: 'campaign:read',
    summary: 'Who has and who has not acknowledged, the last to be asked first',
    params: CampaignPath,
    query: listQuery(z.string().min(1).max(200)).extend({ state: ReadingState.optional() }),
    returns: z.array(CampaignPerson),
  }),
  exportCampaign: route('GET', '/api/acknowledgements/campaigns/{id}/file', {
    can: 'campaign:read',
    summary: 'Who has and who has not acknowledged, as CSV',
    params: CampaignPath,
    streams: ['text/csv'],
  }),
  remindPeople: route('POST', '/api/acknowledgements/campaigns/{id}/remind', {
    can: 'campaign:remind',
    summary: 'Remind everyone who has not acknowledged; once in 24 hours',
    params: CampaignPath,
    returns: Campaign,
  }),
  closeCampaign: route('POST', '/api/acknowledgements/campaigns/{id}/close', {
    can: 'campaign:close',
    summary: 'Ask nobody any more; the record stays',
    params: CampaignPath,
    returns: Campaign,
  }),
} as const

const ofCampaign = { campaignId: z.uuid(), documentId: z.uuid(), versionId: z.uuid() }

/** Events of acknowledgements; their subject is the document, their audience the persons. */
export const acknowledgementsEvents = events('documents', {
  campaignStarted: event('campaign.started', 1, {
    ...ofCampaign,
    contentHash: z.string(),
    departmentIds: z.array(z.number().int()).nullable(),
    dueOn: z.iso.date().nullable(),
    change: ChangeKind,
  }),
  /** How far a campaign is, for analytics: whenever one of the two sums may have changed. */
  campaignCounted: event('campaign.counted', 1, {
    ...ofCampaign,
    asked: z.number().int(),
    outstanding: z.number().int(),
    isOpen: z.boolean(),
  }),
  campaignClosed: event('campaign.closed', 1, { ...ofCampaign, state: CampaignState }),
  acknowledgementRequested: event('acknowledgement.requested', 1, {
    ...ofCampaign,
    dueOn: z.iso.date().nullable(),
  }),
  /** `state`: `overdue` from the day after the last one. */
  acknowledgementReminded: event('acknowledgement.reminded', 1, {
    ...ofCampaign,
    dueOn: z.iso.date().nullable(),
    state: z.enum(['due', 'overdue']),
  }),
  acknowledgementGiven: event('acknowledgement.given', 1, { ...ofCampaign, contentHash: z.string() }),
})
