import { acknowledgementsApi, type Campaign } from '@portal/contracts/acknowledgements'
import type { Client } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'
import { type DemoCampaign, demoDocuments } from './demo-documents.ts'
import { emailOf } from './demo-session.ts'

/** The people who ask and who read, logged in; readers by login name. */
export interface CampaignCast {
  readonly author: Client
  readonly readers: ReadonlyMap<string, Client>
  readonly patience: Patience
}

const dayMs = 86_400_000

/** Asks everyone to read some documents; a part of them has. An interrupted start resumes. */
export async function ensureCampaigns(cast: CampaignCast): Promise<void> {
  const documents = await cast.author.call(documentsApi.listDocuments, { query: {} })
  for (const { customId, campaign: wanted } of demoDocuments) {
    const document = documents.find((one) => one.customId === customId)
    if (!wanted || !document?.currentVersion) continue
    const campaign = await ensureCampaign(cast, document, wanted)
    for (const username of wanted.readers)
      if (campaign.state === 'open') await ensureRead(cast, campaign, username)
  }
}

async function ensureCampaign(
  { author }: CampaignCast,
  { id: documentId, currentVersion }: Document,
  { dueInDays }: DemoCampaign,
): Promise<Campaign> {
  const [present] = await author.call(acknowledgementsApi.listCampaigns, { query: { documentId } })
  if (present) return present
  const dueOn = new Date(Date.now() + dueInDays * dayMs).toISOString().slice(0, 10)
  const body = { versionId: currentVersion?.id ?? '', dueOn }
  return author.call(acknowledgementsApi.startCampaign, { body })
}

async function ensureRead(
  { author, readers, patience }: CampaignCast,
  { id, versionId, contentHash }: Campaign,
  username: string,
): Promise<void> {
  const client = readers.get(username)
  const members = await author.call(teamApi.listMembers, { query: {} })
  const member = members.find(({ email }) => email === emailOf({ username }))
  if (!client || !member) return
  const { state } = await keepTrying(async () => {
    const people = await author.call(acknowledgementsApi.listCampaignPeople, { params: { id }, query: {} })
    const asked = people.find((person) => person.id === member.id)
    // On a slow start the documents service has not heard of every member yet.
    if (!asked) throw new PassingResponse(`${username} is not asked to read yet.`)
    return asked
  }, patience)
  if (state === 'outstanding')
    await client.call(acknowledgementsApi.acknowledge, { params: { versionId }, body: { contentHash } })
}
