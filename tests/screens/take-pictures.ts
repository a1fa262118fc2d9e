import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { gatewayApi } from '@portal/contracts/gateway'
import { RemoteRegistry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import { teamApi } from '@portal/contracts/team'
import type { Login } from '@portal/deploy/standalone/portal-file'
import type { Progress } from '@portal/deploy/standalone/progress'
import type { RunningPortal } from '@portal/deploy/standalone/start-portal'
import { signIn } from '@portal/testkit/sign-in'
import { accountScreens, ownAccountScreens } from './account-screens.ts'
import { analyticsScreens } from './analytics-screens.ts'
import { answerScreens, assistantStates } from './assistant-screens.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { demoInvitation } from './demo-invitation.ts'
import { askForReview, demoReview } from './demo-review.ts'
import { documentScreens } from './document-screens.ts'
import { founder, founderScreens, foundOrganization } from './founder-screens.ts'
import { learnedScreens, learnFromAnswers } from './learned-screens.ts'
import { libraryStates } from './library-states.ts'
import { openBrowserAs } from './open-browser-as.ts'
import { operatorScreens } from './operator-screens.ts'
import { pageStates } from './page-states.ts'
import { paletteScreens } from './palette-screens.ts'
import { type Photo, photograph, type Scheme } from './photograph.ts'
import { type SampleParams, type ScreenAddress, screenAddresses } from './screen-addresses.ts'
import { sendBack, sentBackScreens } from './sent-back.ts'
import { shellScreens } from './shell-screens.ts'
import { teamScreens } from './team-screens.ts'
import { untilCitable } from './until-citable.ts'
import { addUnusualDocuments } from './unusual-documents.ts'
import { invitedScreens, visitorScreens } from './visitor-screens.ts'

/** What to photograph and where to store it; aborting `halted` stops after the current page. */
export interface PictureOrder {
  readonly portal: RunningPortal
  readonly folder: string
  /** Beginnings of the pictures to take, as `admin/library`; none: all. */
  readonly wanted: readonly string[]
  /** The portal's outbox folder. */
  readonly mailFolder: string
  readonly brief: Scheme | null
  readonly progress: Progress
  readonly halted: AbortSignal
}

/** Without login, a visitor. */
interface Viewer {
  readonly name: string
  readonly login: Login | null
  readonly client: Client
}

/**
 * Photographs every page for a visitor, for the demo's first login of each role, and for somebody
 * who founds an organization.
 */
export async function takePictures(order: PictureOrder): Promise<Photo[]> {
  const { portal, folder, wanted, mailFolder, brief, progress, halted } = order
  const { address, logins } = portal
  const ofEachRole = logins.filter(({ role }, at) => logins.findIndex((login) => login.role === role) === at)
  const viewers = [visitor(address)]
  // One after the other: a busy machine refuses many who log in at once.
  for (const login of ofEachRole) viewers.push(await member(address, login))
  const newcomer = viewers.find(({ name }) => name === withoutOrganization)
  if (newcomer) viewers.push({ ...newcomer, name: founder })
  const samples = await sampleParams(viewers, mailFolder)
  const members = await membersOf(viewers)
  await askForReview(members)
  await sendBack(members)
  await learnFromAnswers(stewardOf(viewers), members)
  const photos: Photo[] = []
  for (const viewer of viewers.filter(({ name }) => isWantedOf(name, wanted))) {
    halted.throwIfAborted()
    if (viewer.name === founder) await foundOrganization(viewer.client)
    const screens = (await screensOf(address, viewer, samples)).filter(({ name }) =>
      isWanted(`${viewer.name}/${name}`, wanted),
    )
    if (screens.length === 0) continue
    const taken = await progress(`${viewer.name}: ${screens.length} pages`, () =>
      portrait({ address, viewer, screens, folder, brief }),
    )
    const faults = taken.flatMap(({ file, faults: found }) => found.map((fault) => `${file}: ${fault}`))
    for (const fault of faults) progress.note(fault)
    photos.push(...taken)
  }
  await writeContactSheet(folder, photos)
  return photos
}

const withoutOrganization = 'without-organization'

function isWanted(picture: string, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((start) => picture.startsWith(start))
}

function isWantedOf(viewer: string, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((start) => start.startsWith(`${viewer}/`))
}

/** Viewers who belong to the demo's organization. */
async function membersOf(viewers: readonly Viewer[]): Promise<Client[]> {
  const clients = viewers.filter(({ login }) => login !== null).map(({ client }) => client)
  const sessions = await Promise.all(clients.map((client) => client.call(gatewayApi.readSession, {})))
  return clients.filter((_, at) => sessions[at]?.organization != null)
}

function stewardOf(viewers: readonly Viewer[]): Client {
  const founder = viewers.find(({ name }) => name === 'admin')
  if (!founder) throw new Error('The demo has no admin.')
  return founder.client
}

function visitor(address: string): Viewer {
  return { name: 'visitor', login: null, client: createClient({ baseUrl: address }) }
}

async function member(address: string, login: Login): Promise<Viewer> {
  const { username, password, role } = login
  const browse = await signIn({ address, username, password })
  return { name: role ?? withoutOrganization, login, client: createClient({ fetch: browse }) }
}

/** The demo organization's join code, which stewards may read, an invitation, a PDF's version. */
async function sampleParams(viewers: readonly Viewer[], mailFolder: string): Promise<SampleParams> {
  const steward = stewardOf(viewers)
  await addUnusualDocuments(steward)
  await untilCitable(steward)
  const { organization } = await steward.call(teamApi.currentUser, {})
  const documents = await steward.call(documentsApi.listDocuments, { query: {} })
  const pdf = documents.find(
    ({ fileType, ingestion }) => fileType === 'application/pdf' && ingestion.state === 'ready',
  )
  return {
    code: organization?.joinCode ?? '',
    token: await demoInvitation(steward, mailFolder),
    id: pdf?.id ?? '',
    versionId: pdf?.currentVersion?.id ?? '',
  }
}

async function screensOf(
  address: string,
  { client, login, name }: Viewer,
  samples: SampleParams,
): Promise<ScreenAddress[]> {
  const { remotes } = RemoteRegistry.parse(await (await fetch(`${address}/remotes.json`)).json())
  const session = await client.call(gatewayApi.readSession, {})
  if (name === founder) return founderScreens(remotes, session)
  const pages = session.organization ? await memberScreens(client, session) : []
  const ofSteward = login?.role === 'admin' ? await stateScreens(client) : []
  const routes = screenAddresses(remotes, session, samples)
  const own = screenAddresses(
    remotes.filter(({ name: remote }) => remote !== 'marketing'),
    session,
    samples,
  )
  return [
    ...routes,
    ...(session.organization
      ? [{ name: 'document-text', path: `/documents/${samples['id']}?view=text` }]
      : []),
    { name: 'not-found', path: '/nothing-is-here' },
    ...(login ? ownAccountScreens(session) : visitorScreens()),
    ...(name === withoutOrganization ? invitedScreens(`/invitation/${samples['token']}`) : []),
    ...pages,
    ...ofSteward,
    ...(ofSteward.length > 0 ? [...shellScreens(pages), ...teamScreens()] : []),
    ...(ofSteward.length > 0 || session.isMasterAdmin ? pageStates(own) : []),
    // Last: from here on pages show picture and logo.
    ...(ofSteward.length > 0 ? accountScreens(pages) : []),
    ...(session.isMasterAdmin ? operatorScreens() : []),
  ]
}

/** What people of an organization see; stewards see more of it. */
async function memberScreens(client: Client, { permissions }: Session): Promise<ScreenAddress[]> {
  const isSteward = permissions.includes('document:upload')
  return [
    ...(await answerScreens(client)),
    ...(await demoReview(client)),
    ...(await documentScreens(client, isSteward)),
    ...(await sentBackScreens(client, isSteward)),
  ]
}

/** States that look the same for everyone, and what stewards alone see; photographed once. */
async function stateScreens(client: Client): Promise<ScreenAddress[]> {
  return [
    ...(await assistantStates(client)),
    ...learnedScreens(),
    ...analyticsScreens(),
    ...libraryStates(),
    ...paletteScreens(),
  ]
}

interface Portrait {
  readonly address: string
  readonly viewer: Viewer
  readonly screens: readonly ScreenAddress[]
  readonly folder: string
  readonly brief: Scheme | null
}

async function portrait({ address, viewer, screens, ...taken }: Portrait): Promise<Photo[]> {
  const browser = await openBrowserAs(viewer.login, { address, width: 1440 })
  try {
    return await photograph(browser, { address, role: viewer.name, screens, ...taken })
  } finally {
    await browser.close()
  }
}
