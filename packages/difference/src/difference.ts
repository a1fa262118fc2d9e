import type { Span } from '@portal/file-rules/sentence-spans'

/** A text to compare. Offsets everywhere are UTF-16 units into `text`. */
export interface ComparedText {
  readonly text: string
  /** Where its headings start. */
  readonly headings: readonly { readonly start: number; readonly level: number }[]
  /** Its file type. Between types, the numbers of lists and hyphens within words are no change. */
  readonly type: string
}

/** A heading, paragraph, list item or row of a table; a very long paragraph is one per sentence. */
export interface Block extends Span {
  readonly kind: 'heading' | 'paragraph' | 'list-item' | 'table-row'
  /** Where the text begins, after a number such as "6.1" or a bullet. */
  readonly bodyStart: number
  /** Of headings, from 1. */
  readonly level?: number
}

/** A run of blocks, by index: `[start, end)`. */
export type BlockRun = Span

/**
 * A part of two compared spans: in both texts (white space and typography may differ), or in one.
 * Segments cover both spans in order.
 */
export type Segment =
  | { readonly op: 'same'; readonly before: Span; readonly after: Span }
  | { readonly op: 'removed'; readonly before: Span }
  | { readonly op: 'added'; readonly after: Span }

/**
 * What became of some blocks. Every block of either text is in exactly one row's `before` or
 * `after`. A moved block has a row at both ends (`moved-away` where it was, `moved-here` where it
 * is), and `counterpart` is the index of the other one.
 */
export type Row =
  /** `isRenumbered`: the same words behind another number. */
  | {
      readonly kind: 'same'
      readonly before: BlockRun
      readonly after: BlockRun
      readonly isRenumbered: boolean
    }
  | {
      readonly kind: 'changed'
      readonly before: BlockRun
      readonly after: BlockRun
      readonly segments: readonly Segment[]
    }
  | { readonly kind: 'removed'; readonly before: BlockRun }
  | { readonly kind: 'added'; readonly after: BlockRun }
  | { readonly kind: 'moved-away'; readonly before: BlockRun; readonly counterpart: number }
  | {
      readonly kind: 'moved-here'
      readonly after: BlockRun
      readonly counterpart: number
      /** Against the text where it was; empty when it moved without a change. */
      readonly segments: readonly Segment[]
    }

/** The blocks of both texts and what became of them, in reading order. */
export interface Difference {
  readonly before: readonly Block[]
  readonly after: readonly Block[]
  readonly rows: readonly Row[]
}
