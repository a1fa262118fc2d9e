// Compares what an evidence pack says about documents with the files in it, and with its extract of
// the audit trail, which another service recorded. For verify.mjs.

const decisions = ['approved', 'rejected', 'changes_requested']
/** Some packs of this format were made before there were comments. */
const withoutComments = 'portal-evidence-pack/1'
/** Around a pack's making a change may be in only one of files and trail. */
const toleranceMs = 60_000

/** Every decision, comment and acknowledgement is about its version, and is in the audit trail. */
export function verifyDocuments(pack) {
  const found = readDocuments(pack)
  compareWithVersions(pack, found)
  compareDecisions(pack, found)
  compareComments(pack, found)
  compareAcknowledgements(pack, found)
  return {
    documents: found.documents.size,
    versions: found.versions.size,
    decisions: found.decided.size,
    comments: found.threads.flatMap(({ comments }) => comments).length,
    acknowledgements: found.given.size,
  }
}

function readDocuments({ manifest, hashes, jsonOf }) {
  const documents = new Set()
  const versions = new Map()
  const decided = new Map()
  const given = new Map()
  const threads = []
  for (const { path } of manifest.files) {
    if (!/^documents\/[^/]+\/document\.json$/.test(path)) continue
    const beside = (name) => jsonOf(path.replace('document.json', name))
    const document = jsonOf(path)
    documents.add(document.id)
    for (const version of document.versions) versions.set(version.id, version)
    for (const one of beside('decisions.json')) if (decisions.includes(one.status)) decided.set(one.id, one)
    for (const one of beside('acknowledgements.json').given)
      given.set(`${one.versionId} ${one.personId}`, one)
    if (manifest.format !== withoutComments || hashes.has(path.replace('document.json', 'comments.json')))
      threads.push(...beside('comments.json'))
  }
  return { documents, versions, decided, given, threads }
}

/** Decisions and acknowledgements are bound to a version's file, comments to its words. */
function compareWithVersions({ hashes, textOf, fault }, { versions, decided, given, threads }) {
  for (const { file, sha256 } of versions.values())
    if (hashes.get(file) !== sha256) fault(`${file} is not the file of its version.`)
  const isOther = ({ versionId, contentHash }) => versions.get(versionId)?.sha256 !== contentHash
  for (const one of decided.values())
    if (isOther(one)) fault(`Decision ${one.id} was made on another file than that of its version.`)
  for (const one of given.values())
    if (isOther(one)) fault(`Acknowledgement ${one.id} is of another file than that of its version.`)
  const texts = new Map()
  for (const { id, versionId, start, end, quote } of threads) {
    const path = versions.get(versionId)?.text
    if (path && !texts.has(path)) texts.set(path, textOf(path))
    if (texts.get(path)?.slice(start, end) !== quote)
      fault(`Comment ${id} quotes other words than those of its version.`)
  }
}

/** What the trail says of the documents in the pack: entries of what was done, not of attempts. */
function* recorded({ entries }, { documents, versions }) {
  for (const { action, outcome, subject, actorId, details } of entries)
    if (outcome === 'done' && documents.has(subject))
      yield { action, subject, actorId, details, version: versions.get(details.versionId) }
}

/** Whether the trail must know of something that was done at this time. */
function mustBeRecorded({ manifest: { from, to } }, time) {
  const at = Date.parse(time)
  return at >= (from === null ? 0 : Date.parse(from)) && at < Date.parse(to) - toleranceMs
}

function compareDecisions(pack, found) {
  const { fault } = pack
  const missing = new Map(found.decided)
  for (const { action, subject, actorId, details, version } of recorded(pack, found)) {
    const { contentHash, approvalId, status } = details
    if (contentHash && version && version.sha256 !== contentHash)
      fault(`The audit trail knows version ${version.number} of ${subject} with another file (${action}).`)
    if (action !== 'approval.decided') continue
    const decision = found.decided.get(approvalId)
    missing.delete(approvalId)
    if (!decision) fault(`Decision ${approvalId} is in the audit trail but not in the pack.`)
    else if (decision.status !== status || decision.decidedBy !== actorId)
      fault(`Decision ${approvalId} is not the one of the audit trail.`)
  }
  for (const { id, decidedAt } of missing.values())
    if (mustBeRecorded(pack, decidedAt)) fault(`Decision ${id} is in the pack but not in the audit trail.`)
}

/** The trail has no texts: it knows who wrote, changed, deleted, and resolved, and when. */
function compareComments(pack, found) {
  const { fault } = pack
  const comments = new Map(found.threads.flatMap((thread) => thread.comments.map((one) => [one.id, one])))
  const acts = new Set()
  for (const { action, actorId, details, version } of recorded(pack, found)) {
    if (!action.startsWith('comment.') || !version) continue
    const { commentId } = details
    acts.add(`${action} ${commentId} ${actorId}`)
    const comment = comments.get(commentId)
    if (!comment) fault(`Comment ${commentId} is in the audit trail but not in the pack.`)
    else if (action === 'comment.added' && comment.authorId !== actorId)
      fault(`Comment ${commentId} is not the one of the audit trail.`)
    else if (action === 'comment.deleted' && comment.deletedAt === null)
      fault(`Comment ${commentId} was deleted, which the pack does not say.`)
  }
  const expect = (id, by, times) => {
    for (const [act, at] of Object.entries(times))
      if (at !== null && mustBeRecorded(pack, at) && !acts.has(`comment.${act} ${id} ${by}`))
        fault(`The audit trail does not know that comment ${id} was ${act} as the pack says.`)
  }
  for (const { id, authorId, createdAt: added, editedAt: edited, deletedAt: deleted } of comments.values())
    expect(id, authorId, { added, edited, deleted })
  for (const { id, resolvedBy, resolvedAt: resolved } of found.threads) expect(id, resolvedBy, { resolved })
}

function compareAcknowledgements(pack, found) {
  const { fault } = pack
  const missing = new Map(found.given)
  for (const { action, subject, actorId, details, version } of recorded(pack, found))
    if (action === 'acknowledgement.given' && !missing.delete(`${details.versionId} ${actorId}`) && version)
      fault(`An acknowledgement of version ${version.number} of ${subject} is missing.`)
  for (const { id, acknowledgedAt } of missing.values())
    if (mustBeRecorded(pack, acknowledgedAt))
      fault(`Acknowledgement ${id} is in the pack but not in the audit trail.`)
}
