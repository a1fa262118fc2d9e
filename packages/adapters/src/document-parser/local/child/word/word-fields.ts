import { type Attribute, isOn } from './word-xml.ts'

interface OpenField {
  /** Before its separator a field has instructions, in which other fields may be. */
  isResult: boolean
  isChecked?: boolean
}

/** The fields that a place of a Word file is in (ECMA-376-1, 17.16). */
export class WordFields {
  readonly #open: OpenField[] = []
  #isCheckBox = false

  /** Whether what is read here belongs to the instructions of another field and is not shown. */
  get isInstruction(): boolean {
    return this.#open.length > 1 && this.#open.some(({ isResult }) => !isResult)
  }

  /** Follows a `w:fldChar`. Returns what the field shows if its file does not hold that. */
  change(type: string | undefined): string {
    if (type === 'begin') this.#open.push({ isResult: false })
    const field = type === 'end' ? this.#open.pop() : this.#open.at(-1)
    if (type === 'separate' && field !== undefined) field.isResult = true
    if (type !== 'end' || field?.isChecked === undefined) return ''
    return field.isChecked ? '☒' : '☐'
  }

  /** Between the begin and the end of a `w:checkBox`. */
  setCheckBox(isCheckBox: boolean): void {
    this.#isCheckBox = isCheckBox
    if (isCheckBox) this.#check(false)
  }

  /** Follows `w:default` and `w:checked`, of which the second comes later and counts. */
  recheck(attribute: Attribute): void {
    if (this.#isCheckBox) this.#check(isOn(attribute))
  }

  #check(isChecked: boolean): void {
    const field = this.#open.at(-1)
    if (field !== undefined) field.isChecked = isChecked
  }
}
