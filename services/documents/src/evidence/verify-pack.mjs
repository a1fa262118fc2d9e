#!/usr/bin/env node
// Verifies an unpacked evidence pack, without the portal and without a network. Node 18 or newer:
//   node verify.mjs [--key <fingerprint of the portal's key>] [<folder of the pack>]
// Exit code 0: whole and unchanged; 1: not; 2: it could not be read.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyDocuments } from './verify-documents.mjs'

const unlisted = ['manifest.json', 'manifest.jws']
const formats = ['portal-evidence-pack/1', 'portal-evidence-pack/2']

const { folder, key: expectedKey } = readArguments(process.argv.slice(2))
const faults = new Set()
const fault = (sentence) => faults.add(sentence)
const sha256 = (content) => createHash('sha256').update(content).digest('hex')
const bytesOf = (path) => readFileSync(join(folder, ...path.split('/')))
const jsonOf = (path) => JSON.parse(bytesOf(path).toString('utf8'))

try {
  const manifest = jsonOf('manifest.json')
  if (!formats.includes(manifest.format)) throw new Error('this script does not know its format')
  const hashes = verifyFiles(manifest)
  const extract = verifySignatures(manifest)
  const entries = verifyTrail(extract, manifest)
  const textOf = (path) => bytesOf(path).toString('utf8')
  const counts = verifyDocuments({ manifest, hashes, entries, jsonOf, textOf, fault })
  report({ manifest, extract, entries, counts })
} catch (error) {
  console.error(`This is no evidence pack, or a part of it is missing: ${error.message}`)
  for (const sentence of faults) console.error(`  ${sentence}`)
  process.exitCode = faults.size > 0 ? 1 : 2
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

function report({ manifest, extract, entries, counts }) {
  const { fingerprint } = jsonOf('audit/key.json')
  const { packId, organizationId, from, to, timeZone, files } = manifest
  console.log(`Evidence pack ${packId} of organization ${organizationId}`)
  console.log(
    `Period: ${from === null ? 'from the beginning' : shown(from, timeZone)} to ${shown(to, timeZone)}`,
  )
  for (const sentence of faults) console.log(`FAULT  ${sentence}`)
  if (faults.size > 0) {
    console.log(`\nThe pack is NOT as the portal made it: ${counted(faults.size, 'fault')}.`)
    process.exitCode = 1
    return
  }
  const { documents, versions, decisions, comments, acknowledgements } = counts
  const inTrail = 'and in agreement with the trail'
  for (const verified of [
    `${counted(files.length, 'file')}, each as in the signed manifest; none missing, none added`,
    `${counted(documents, 'document')} with ${counted(versions, 'version')}, each with its file`,
    `${counted(decisions, 'decision')}, each made on the file in this pack ${inTrail}`,
    `${counted(comments, 'comment')}, each on words of its version ${inTrail}`,
    `${counted(acknowledgements, 'acknowledgement')}, each of the file in this pack ${inTrail}`,
    `${entries.length} entries of the audit trail, under the head of ${extract.at}`,
  ])
    console.log(`ok  ${verified}`)
  console.log(
    expectedKey === null
      ? `\nSigned with the key ${fingerprint}.\nCompare it with the one that the portal shows, or give it with --key.`
      : '\nSigned with the key that was given.',
  )
  console.log('The pack is whole and unchanged.')
}

/** A time on the organization's clocks. */
function shown(time, timeZone) {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' }
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'longOffset' }
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...date, ...clock })
  return format.format(new Date(time)).replace(/GMT(\+00:00)?/, 'UTC')
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
