import { DocumentParseError, type ParseFailure } from '@portal/service-kit/ports/document-parser'

const sentences: Readonly<Record<ParseFailure, string>> = {
  encrypted: 'The file is protected by a password. Remove the protection and upload it again.',
  corrupt: 'The file is damaged and could not be read. Save it again in the program that made it.',
  too_large_inside: 'The file holds more than can be read. Split it into smaller files.',
  time_limit:
    'Reading the file took too long, so it was stopped. Save it in a simpler form and upload it again.',
  memory_limit:
    'Reading the file needed too much memory, so it was stopped. Save it in a simpler form and upload it again.',
  no_text: 'The file contains no text. If it is a scan, upload a version with recognised text.',
  unsupported: 'This kind of file cannot be read yet. Save it as PDF, DOCX or TXT.',
}

/** The user-facing error for an unreadable file; `message` replaces the default sentence. */
export function parseError(
  reason: ParseFailure,
  details: { readonly message?: string; readonly cause?: unknown } = {},
): DocumentParseError {
  return new DocumentParseError(reason, details.message ?? sentences[reason], details)
}
