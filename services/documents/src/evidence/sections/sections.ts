import type { Section } from '../document-evidence.ts'
import { decisionSection } from './decision-section.ts'
import { versionSection } from './version-section.ts'

/** What a pack holds about a document, in the order of its page. */
export const sections: readonly Section[] = [versionSection, decisionSection]
