import { stemmer } from 'stemmer'

const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can cannot could did do ' +
    'does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me may ' +
    'might more most must my no nor not of off on once only or other our ours out over own same shall she should so some such than that the ' +
    'their theirs them then there these they this those through to too under until up us very was we were what when where which while who ' +
    'whom whose why will with would you your yours get gets got give given happen happens need tell please company'
  ).split(' '),
)

/** Stems of a text's topical words, in order. */
export function topicTerms(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu) ?? []
  return words.flatMap((word) => {
    const parts = word.includes('-')
      ? [word.replaceAll('-', ''), ...word.split('-')]
      : [word.replace(/['’]s$/, '')]
    return parts.filter((part) => part.length > 1 && !stopWords.has(part)).map((part) => stemmer(part))
  })
}
