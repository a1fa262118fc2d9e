/** What people type for short, and documents never do. */
const words = new Map(
  (
    'hv=have pls=please plz=please thx=thanks cuz=because coz=because abt=about b4=before w/=with w/o=without ' +
    'xmas=Christmas tmrw=tomorrow tmr=tomorrow ppl=people mgr=manager mgmt=management dept=department depts=departments ' +
    'acct=account accts=accounts pw=password pws=passwords pwd=password pwds=passwords char=character chars=characters ' +
    'wfh=work%from%home hols=holidays hrs=hours mins=minutes wk=week wks=weeks yr=year yrs=years max=maximum ' +
    'approx=approximately docs=documents devs=developers mtg=meeting mtgs=meetings reqs=requirements ' +
    'pentest=penetration%test pentests=penetration%tests rcpt=receipt rcpts=receipts msg=message msgs=messages'
  )
    .split(' ')
    .map((line) => line.replaceAll('%', ' ').split('=') as [string, string]),
)
const typed = new RegExp(
  `(?<![\\p{L}\\p{N}.@/-])(?:${[...words.keys()].join('|')})(?![\\p{L}\\p{N}@/])`,
  'giu',
)

/** Short for one word here, and another word or a name elsewhere. */
const inPlace: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d) ?min\b/gi, ' minutes'],
  [
    /\bmin\.?(?= (?:\w+ )?(?:age|length|number|amount|size|period|stay|notice|value|time|temp)\b)/gi,
    'minimum',
  ],
  [
    /(?<=\b(?:max|maximum|min|minimum|highest|lowest|room|fridge|freezer|store|storage) )temp\b/gi,
    'temperature',
  ],
  [/\bdr\.?['’]?s(?= (?:note|certificate|appointment|letter)\b)/gi, "doctor's"],
  [/(?<=\b(?:to|in|on|into) )prod\b/gi, 'production'],
  [/\bpen(?= tests?\b)/gi, 'penetration'],
]

/**
 * A question with what is typed for short in full words, as it is searched for and answered: "pls
 * tell me the min pw length".
 */
export function inFullWords(question: string): string {
  const placed = inPlace.reduce((text, [short, full]) => text.replace(short, full), question)
  // "Max" at the beginning of a name is no maximum.
  return placed.replace(typed, (short) =>
    /^\p{Lu}\p{Ll}/u.test(short) && !placed.startsWith(short)
      ? short
      : (words.get(short.toLowerCase()) ?? short),
  )
}
