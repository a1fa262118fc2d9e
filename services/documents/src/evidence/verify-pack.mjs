#!/usr/bin/env node
// Verifies an unpacked evidence pack, without the portal and without a network. Node 18 or newer:
//   node verify.mjs [--key <fingerprint of the portal's key>] [<folder of the pack>]
// Exit code 0: whole and unchanged; 1: not; 2: it could not be read.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const unlisted = ['manifest.json', 'manifest.jws']
const decisions = ['approved', 'rejected', 'changes_requested']
/** Around a pack's making a decision may be in only one of files and trail. */
const toleranceMs = 60_000

const { folder, key: expectedKey } = readArguments(process.argv.slice(2))
const faults = []
const fault = (sentence) => faults.push(sentence)
const sha256 = (content) => createHash('sha256').update(content).digest('hex')
const bytesOf = (path) => readFileSync(join(folder, ...path.split('/')))
const jsonOf = (path) => JSON.parse(bytesOf(path).toString('utf8'))

try {
  const manifest = jsonOf('manifest.json')
  if (manifest.format !== 'portal-evidence-pack/1') throw new Error('this script does not know its format')
  const hashes = verifyFiles(manifest)
  const extract = verifySignatures(manifest)
  const entries = verifyTrail(extract, manifest)
  const counts = verifyDocuments({ manifest, hashes, entries })
  report({ manifest, extract, entries, counts })
} catch (error) {
  console.error(`This is no evidence pack, or a part of it is missing: ${error.message}`)
  for (const sentence of faults) console.error(`  ${sentence}`)
  process.exitCode = faults.length > 0 ? 1 : 2
}

function readArguments(given) {
  const at = given.indexOf('--key')
  const [key] = at < 0 ? [null] : given.splice(at, 2).slice(1)
  return { key, folder: given[0] ?? dirname(fileURLToPath(import.meta.url)) }
}

/** Every file is in the manifest, and as it says. */
function verifyFiles({ files }) {
  const found = new Set(filesBelow(''))
  for (const path of unlisted) found.delete(path)
  const hashes = new Map()
  for (const { path, sizeBytes, sha256: hash } of files) {
    if (hashes.has(path)) fault(`${path} is in the manifest twice.`)
    hashes.set(path, hash)
    if (!found.delete(path.normalize('NFC'))) {
      fault(`${path} is missing.`)
      continue
    }
    const content = bytesOf(path)
    if (content.byteLength !== sizeBytes || sha256(content) !== hash) fault(`${path} was changed.`)
  }
  for (const path of found) fault(`${path} was added: it is not in the manifest.`)
  return hashes
}

function filesBelow(path) {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const below = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(below)
    if (!entry.isFile()) fault(`${below} is neither a file nor a folder.`)
    return [below.normalize('NFC')]
  })
}

/** The portal's key signed head and extract; the extract names the key that signed the manifest. */
function verifySignatures(manifest) {
  const { crv, kty, x, fingerprint } = jsonOf('audit/key.json')
  if (sha256(JSON.stringify({ crv, kty, x })) !== fingerprint)
    fault('The fingerprint is not that of the key.')
  if (expectedKey !== null && expectedKey !== fingerprint)
    fault(`The pack was signed by another key (${fingerprint}) than ${expectedKey}.`)
  const portalKey = createPublicKey({ key: { crv, kty, x }, format: 'jwk' })
  const extract = openJws('audit/extract.jws', portalKey, 'evidence-extract')
  const head = openJws('audit/head.jws', portalKey, undefined)
  for (const name of ['packId', 'organizationId', 'documentId', 'from', 'to'])
    if (manifest[name] !== extract[name]) fault(`Manifest and signed extract differ in ${name}.`)
  if (head.chain !== extract.chain || head.chain !== String(extract.organizationId))
    fault('The signed head is that of another organization.')
  if (head.sequence !== extract.head.sequence || head.hash !== extract.head.hash)
    fault('The signed head is not the one that the extract was verified with.')
  const packKey = createPublicKey({ key: { crv, kty, x: extract.packKey }, format: 'jwk' })
  const signed = openJws('manifest.jws', packKey, 'evidence-manifest')
  if (signed.packId !== extract.packId) fault('The signature of the manifest is that of another pack.')
  if (signed.sha256 !== sha256(bytesOf('manifest.json'))) fault('manifest.json was changed.')
  return extract
}

/** The content of a compact JWS (RFC 7515) with an Ed25519 signature (RFC 8037). */
function openJws(path, key, type) {
  const text = bytesOf(path).toString('latin1')
  const [header = '', payload = '', signature = '', ...more] = text.split('.')
  const parts = [header, payload, signature].map((part) => Buffer.from(part, 'base64url'))
  const isExact = parts.map((part) => part.toString('base64url')).join('.') === text && more.length === 0
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, parts[2])
  const { alg, typ } = isSigned ? JSON.parse(parts[0].toString()) : {}
  if (!isExact || !isSigned || alg !== 'EdDSA' || typ !== type) {
    fault(`${path} is not signed as it should be.`)
    throw new Error('a signature is wrong')
  }
  return JSON.parse(parts[1].toString())
}

/** Each entry fits its hash and the entry before it, and they are those of the signed extract. */
function verifyTrail(extract, { packId }) {
  const content = bytesOf('audit/entries.jsonl')
  if (sha256(content) !== extract.sha256) fault('The entries of the audit trail are not the signed ones.')
  const lines = content.toString('utf8').split('\n').slice(0, -1)
  if (lines.length !== extract.entries) fault('The number of entries is not the signed one.')
  const entries = lines.map((line) => JSON.parse(line))
  let before = null
  for (const { previous, hash, ...entry } of entries) {
    const covered = Buffer.from(canonicalJson(entry), 'utf8')
    const expected = sha256(Buffer.concat([Buffer.from(previous, 'hex'), covered]))
    if (expected !== hash) fault(`Entry ${entry.sequence} of the audit trail was changed.`)
    if (before !== null && entry.sequence <= before.sequence)
      fault(`Entry ${entry.sequence} is out of order.`)
    if (before?.sequence === entry.sequence - 1 && before.hash !== previous)
      fault(`Entry ${entry.sequence} does not follow the one before it.`)
    if (entry.sequence === extract.head.sequence && hash !== extract.head.hash)
      fault('The last entry is not the one of the signed head.')
    before = { sequence: entry.sequence, hash }
  }
  const last = entries.at(-1)
  if (last?.details.packId !== packId || last.sequence > extract.head.sequence)
    fault('The audit trail does not end with the making of this pack.')
  return entries
}

/** Canonical JSON (RFC 8785). */
function canonicalJson(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** Decisions are bound to the files of their versions, and are those of the audit trail. */
function verifyDocuments({ manifest, hashes, entries }) {
  const counts = { documents: 0, versions: 0, decisions: 0, acknowledgements: 0 }
  const given = new Map()
  const versions = new Map()
  const decided = new Map()
  const documents = new Set()
  for (const { path } of manifest.files.filter(({ path: one }) =>
    /^documents\/[^/]+\/document\.json$/.test(one),
  )) {
    const document = jsonOf(path)
    documents.add(document.id)
    counts.documents += 1
    for (const version of document.versions) {
      counts.versions += 1
      versions.set(version.id, version)
      if (hashes.get(version.file) !== version.sha256)
        fault(`${version.file} is not the file of its version.`)
    }
    for (const one of jsonOf(path.replace('document.json', 'decisions.json')))
      if (decisions.includes(one.status)) decided.set(one.id, one)
    for (const one of jsonOf(path.replace('document.json', 'acknowledgements.json')).given)
      given.set(`${one.versionId} ${one.personId}`, one)
  }
  for (const one of decided.values()) {
    counts.decisions += 1
    if (versions.get(one.versionId)?.sha256 !== one.contentHash)
      fault(`Decision ${one.id} was made on another file than that of its version.`)
  }
  for (const one of given.values()) {
    counts.acknowledgements += 1
    if (versions.get(one.versionId)?.sha256 !== one.contentHash)
      fault(`Acknowledgement ${one.id} is of another file than that of its version.`)
  }
  compareWithTrail({ manifest, entries, documents, versions, decided, given })
  return counts
}

function compareWithTrail({ manifest, entries, documents, versions, decided, given }) {
  const missing = new Map(decided)
  const unrecorded = new Map(given)
  for (const { action, outcome, subject, actorId, details } of entries) {
    if (outcome !== 'done' || !documents.has(subject)) continue
    const { contentHash, approvalId, versionId, status } = details
    const version = versions.get(versionId)
    if (contentHash && version && version.sha256 !== contentHash)
      fault(`The audit trail knows version ${version.number} of ${subject} with another file (${action}).`)
    const acknowledgement = `${versionId} ${actorId}`
    if (action === 'acknowledgement.given' && !unrecorded.delete(acknowledgement) && version)
      fault(`An acknowledgement of version ${version.number} of ${subject} is missing.`)
    if (action !== 'approval.decided') continue
    const decision = decided.get(approvalId)
    missing.delete(approvalId)
    if (!decision) fault(`Decision ${approvalId} is in the audit trail but not in the pack.`)
    else if (decision.status !== status || decision.decidedBy !== actorId)
      fault(`Decision ${approvalId} is not the one of the audit trail.`)
  }
  const from = manifest.from === null ? 0 : Date.parse(manifest.from)
  const to = Date.parse(manifest.to) - toleranceMs
  for (const { id, decidedAt } of missing.values()) {
    const at = Date.parse(decidedAt)
    if (at >= from && at < to) fault(`Decision ${id} is in the pack but not in the audit trail.`)
  }
  for (const { id, acknowledgedAt } of unrecorded.values()) {
    const at = Date.parse(acknowledgedAt)
    if (at >= from && at < to) fault(`Acknowledgement ${id} is in the pack but not in the audit trail.`)
  }
}

function report({ manifest, extract, entries, counts }) {
  const { fingerprint } = jsonOf('audit/key.json')
  console.log(`Evidence pack ${manifest.packId} of organization ${manifest.organizationId}`)
  console.log(`Period: ${manifest.from ?? 'from the beginning'} to ${manifest.to}`)
  for (const sentence of faults) console.log(`FAULT  ${sentence}`)
  if (faults.length > 0) {
    console.log(`\nThe pack is NOT as the portal made it: ${faults.length} faults.`)
    process.exitCode = 1
    return
  }
  const { documents, versions, decisions: made, acknowledgements } = counts
  console.log(`ok  ${manifest.files.length} files, each as in the signed manifest; none missing, none added`)
  console.log(`ok  ${documents} documents with ${versions} versions, each with its file`)
  console.log(`ok  ${made} decisions, each made on the file in this pack and in agreement with the trail`)
  console.log(`ok  ${acknowledgements} acknowledgements, likewise`)
  console.log(`ok  ${entries.length} entries of the audit trail, under the head of ${extract.at}`)
  console.log(
    expectedKey === null
      ? `\nSigned with the key ${fingerprint}.\nCompare it with the one that the portal shows, or give it with --key.`
      : '\nSigned with the key that was given.',
  )
  console.log('The pack is whole and unchanged.')
}
