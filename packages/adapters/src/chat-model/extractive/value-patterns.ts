/** Numbers, in digits or as a word. */
export const count =
  '(?:\\d[\\d.,]*|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million)\\b)'
const unit = '(?:second|minute|hour|day|week|month|quarter|year)s?'
const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'

/** A length of time, or words that set one. */
export const duration = new RegExp(
  `(?:${count}|\\b(?:an?|each|every|same|next))[^.;]{0,25}\\b${unit}\\b|\\b(?:immediately|at once|without (?:undue )?delay|promptly|as long as|until|by \\d|before \\d|within|indefinitely|only as necessary|permanently|as (?:soon|quickly) as|prior to|no later than)\\b|\\b\\d{1,2}[:.]\\d\\d\\b`,
  'i',
)
/** A length of time that lies before something. */
export const notice = new RegExp(
  `${count}[^.;]{0,25}\\b${unit}\\b[^.;]{0,40}\\b(?:before|ahead|prior|in advance|beforehand|notice|notification|earlier)\\b|\\b(?:in advance|notice|at least|no later than|not later than)\\b[^.;]{0,40}${count}[^.;]{0,25}\\b${unit}\\b`,
  'i',
)
/** A length of time within which, or before which, something is done; "for at least" is none. */
export const timeLimit = new RegExp(
  `\\b(?:within|(?<!for )at least|no later than)\\b[^.;]{0,20}${count}[^.;]{0,25}\\b${unit}\\b|${count}[^.;]{0,25}\\b${unit}\\b[^.;]{0,20}\\b(?:before|ahead|in advance|notice)\\b`,
  'i',
)
const ordinal =
  '(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|(?:thir|four|fif|six|seven|eigh|nine)teen|twentie|thirtie)th)'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
/** By when something is due. */
export const deadline = new RegExp(
  `\\b(?:within|not? later than|at the latest|at once|immediately|without (?:undue )?delay|promptly|as soon as|same (?:working )?(?:day|shift)|(?<!\\b(?:overdue|late|more|extended|longer) )(?:by|until|before) (?:the )?(?:\\d|end|noon|${month}|${weekday}|${ordinal}\\b))|\\bon the last (?:working )?day\\b|\\b(?:in|have|has|have got) ${count}[^.;]{0,12}\\b${unit}\\b|${count}[^.;]{0,12}\\b${unit} to \\p{L}|${count}[^.;]{0,25}\\b${unit} (?:of|after|from|following)\\b`,
  'iu',
)
/** A time that is looked back on: nothing is due within it. */
export const lookedBackOn = new RegExp(
  `\\b(?:preceding|past|previous|prior|last)\\s+${count}[^.;]{0,12}\\b${unit}\\b`,
  'gi',
)
/** How long a thing is, and not for how long. */
export const extent = new RegExp(
  `${count}[^.;]{0,20}\\b(?:characters?|letters|digits|words|pages|lines|millimetres|centimetres|met(?:re|er)s?|mm|cm|m|feet|inches)\\b`,
  'i',
)
/** How often something is done. */
export const frequency =
  /\b(?:hourly|daily|nightly|weekly|monthly|quarterly|yearly|annual(?:ly)?|once|twice|every|each|per (?:day|week|month|quarter|year)|times|regularly|periodically|never|continuous(?:ly)?|(?:do|does) not expire|(?:on|after|upon) \w+ only|only (?:on|after|upon|when|if))\b/i
/** A date, a year or a time of day. */
export const date = new RegExp(
  `\\b\\d{1,2} ${month}\\b|\\b${month} \\d|\\b\\d{4}\\b|\\b\\d{1,2}[:.]\\d\\d\\b`,
)
/** A time of day, a day of the week, of the month or of the year. */
export const pointOfTime = new RegExp(
  `\\b\\d{1,2}[:.]\\d\\d\\b|\\b\\d{1,2} ?(?:am|pm|a\\.m\\.|p\\.m\\.|o['’]clock)(?!\\w)|\\b(?:noon|midnight)\\b|\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\b\\d{1,2} ${month}\\b|\\b${month} \\d|\\b(?:first|last|next|same)(?: working| business| calendar)? day\\b`,
  'i',
)
const hour = '(?:\\d{1,2}|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
/** From one time of day to another: "from noon to two", "between 8 and 12". */
export const hours = new RegExp(`\\b(?:from|between) ${hour} (?:to|until|till|and) ${hour}\\b`, 'i')
const where =
  '\\b(?:in|at|on|behind|beside|near|next to|in front of|opposite|outside|inside|under|above|below|between|into|from)'
const spot =
  '(?:room|floor|building|hall|yard|garage|basement|cellar|entrance|reception|lobby|rack|shed|park|lot|gate|corridor|stairs|kitchen|canteen|laboratory|warehouse|cabinet|drawer|locker|shelf|safe|archive|box|desk|office|site|plant|campus|street|city|country|folder|drive|intranet|portal|website|page|app|register|centre|system)'
/** A place that is said by its kind. */
export const location = new RegExp(
  `${where} (?:[\\w’'-]+ ){0,4}?${spot}s?\\b|\\b(?:off|on)-?site\\b|https?:|\\bwww\\.|\\w\\.(?:com|org|net|io|eu|example)\\b`,
  'i',
)
/** The name of a place by its kind: "car park", "store room". */
export const locationName = new RegExp(`(?:[\\p{L}’'-]+ )?\\b${spot}s?\\b`, 'giu')
/** A place that is said by its name: "in Harbour". */
export const namedLocation = new RegExp(
  `\\b(?:[Ii]n|[Aa]t|[Oo]n|[Ff]rom|[Bb]ehind|[Bb]eside) (?:the )?(?!${month}|\\w+day\\b)\\p{Lu}[\\p{L}\\d-]+`,
  'u',
)
/** Words that put something somewhere. */
export const position = new RegExp(`${where} (?:the|an?|our|its|their|each|every|this|that)\\b`, 'i')

/** Paying and what is paid, in words. */
export const paying =
  /\b(?:(?:re)?(?:pays?|paid|paying|payments?)|payable|tax(?:es)?|money|cash|refund\w*|reimburs\w*|rewards?|bount(?:y|ies)|bonus\w*|discount\w*|free|costs?|charg\w+|fees?|pric\w+|expenses?|allowances?|salar\w+|wages?|compensat\w+|bears?|borne)\b/i

/** An amount of money, a share of one, or that there is none to pay; a currency alone is none. */
export const money = new RegExp(
  `[$€£¥]\\s?\\d|\\b(?:USD|EUR|GBP|CHF)\\s?\\d|${count}\\s?(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?|francs?|cents?|per ?cent)\\b|\\b(?:free of charge|reimburs\\w+)\\b|\\d\\s?%`,
  'i',
)
const most = 'limits?|maximum|max|cap|ceiling'
/** Asks for the most of something. */
export const limitAsked = new RegExp(
  `\\b(?:what|which)\\b.{0,30}\\b(?:${most})\\b|\\bis there an? (?:\\w+ )?(?:${most})\\b`,
  'i',
)
/** What it is called; "up to EUR 50" says it without the word. */
export const limitWord = new RegExp(`\\b(?:${most})\\b`, 'gi')
/** A number that is the most, or that there is none. */
export const limit = new RegExp(
  `\\b(?:up to|at most|no more than|not more than|not exceed\\w*|maximum(?: \\w+){0,2} of|(?:is|are) limited to|limit(?: \\w+){0,3} (?:of|is)|no longer than|less than|under|below)\\b[^.;]{0,25}?${count}|${count}[^.;]{0,30}\\b(?:at most|maximum|or less|or fewer)\\b|\\b(?:no limit|unlimited)\\b`,
  'i',
)
/** Who pays for something, or that nobody else does. */
export const borne =
  /\b(?:reimburs\w+|pays?|paid|bears?|borne|covers?|covered|charged|at (?:their|his|her|its|the|your|our) (?:\w+[’']s )?(?:own )?(?:cost|expense)|free of charge|private costs?)\b/i
/** Says who is in charge of something; "responsible persons" may be anybody. */
export const inCharge =
  /\b(?:(?:is|are|be|being|remains?) (?:\w+ )?(?:responsible|accountable)|responsible for|responsibilit(?:y|ies)|accountable for|in charge|charged with|answers? for|owner of|by (?:the|our|an?|its|their) |(?:leads?|heads?) (?:the|an?|our|its|it|this|that|all|each|every)\b|(?:owns?|oversees?|manages?|coordinates?|conducts?|performs?|organi[sz]es?|carr(?:y|ies) out|maintains?|facilitates?|ensures?|makes? sure)\b)/i
/** A temperature. */
export const temperature = /°|\bdegrees\b/i
/** Where somebody is reached, or that nobody is. */
export const address = /\S@\S|\(at\)|\bhttps?:|\bwww\.|\+?\d[\d ()/-]{6,}\d|\bnone available\b/i

/** By what means somebody is reached, without saying where. */
export const channel = /\b(?:extension|hotline|portal|form|mailbox|address|phone|telephone|e-?mail)\b/i
/** What is done with news. */
export const tells =
  /\b(?:tell|told|report|notif|inform|contact|call|ask|speak|talk|turn|pass|escalat|forward|e-?mail|write|consult|refer|direct|request)(?:s|red|ed|y|ies|ied|ing|es)?\b|\bseeks? (?:\w+ )?advice\b/i

/** A row of a table that says to whom, read out with its columns: "Site security (Report to)". */
export const contactColumn = /\((?:report(?:ed)?|tell|call|contact|inform|notify|ask)(?: to| by phone)?\)/i

/** What rules are made of: what must, may or must not be. */
export const modality =
  /\b(?:must|shall|should|may|can|cannot|can['’]t|will|won['’]t|never|nobody|no one|always|only|not|no|none|required?|requires|needed|necessary|mandatory|compulsory|obliged|binding|blocked|allowed|permitted|prohibited|forbidden|acceptable|unacceptable|need|needs|entitled|unless|don['’]t|ok|okay|fine|responsible|are to|is to|declined|refused|rejected|accepted|granted|tolerated|reimbursed|eligible|exempt|excluded|voluntary|optional)\b/i
/** What of it says that somebody may or must not: "will not pay a fee" does not. */
export const permitting =
  /\b(?:must|shall|should|may|can|cannot|can['’]t|never|nobody|no one|only|allowed|permitted|prohibited|forbidden|acceptable|unacceptable|entitled|unless|don['’]t|do not|ok|okay|fine|required?|needs?|declined|refused|rejected|accepted|granted|tolerated|reimbursed|eligible|exempt|excluded|voluntary|optional|authori[sz]ed|approv(?:ed|al)|(?:is|are) not|no [\p{L}]+ (?:is|are))\b/iu

/** Says who is let do something: that a role is named in a rule is not enough. */
export const granting =
  /\b(?:(?:may|can)(?! have\b)|only|(?:limited|restricted|open|available|visible) to|reserved (?:for|to)|entitled|need to know|allowed|permitted|authori[sz]ed (?:to|persons?|people|users?|personnel|employees|staff|members?|workforce|individuals)|(?:is|are|be) (?:granted|given)|nobody|no one)\b/i
/** Names people without a role. */
export const anybody =
  /\b(?:every(?:one|body)|any(?:one|body)|nobody|no one|(?:named|authori[sz]ed|certain) (?:persons?|people|individuals))\b/i

/** What a purpose or cause begins with. */
export const reason =
  /\b(?:because|so that|in order to|to (?:ensure|prevent|protect|avoid|help|allow)|since|purpose|reason|therefore|due to|as a result)\b/i
/** What a definition says its term with. */
export const meaning = /\b(?:means?|defined|refers? to|is an?\b|are\b|includes?|consists? of|any\b)/i
/** What something is for, and what not. */
export const coverage =
  /\b(?:(?:is|are) (?:not )?(?:in|out of) scope|scope (?:includes?|covers?|is)|appl(?:y|ies) to|covers?|covered|includes?|excludes?|excluded|limited to|does not apply)\b/i
/** An occasion instead of a time. */
export const circumstance = /\b(?:when|once|after|before|upon|during|if|prior)\b/i
const strongRole =
  /\b(?:(?:responsible|qualified|contact) persons?|officers?|managers?|teams?|departments?|heads?|directors?|legal|human resources|supervisors?|owners?|committees?|board|counsel|administrators?|admins?|executives?|executive|c[eiost]o|c[ims]so|cfo|dpo|presidents?|leads?(?! (?:to|the|an?)\b)|coordinators?|auditors?|representatives?|desk|chief|nurse|physician|lawyers?|governor|secretary)\b/gi
const weakRole =
  /\b(?:security|engineering|support|employees?|staff|personnel|contractors?|members?|customers?|vendors?|users?|carriers?|couriers?|providers?|firms?|hosts?|suppliers?|agency|agencies)\b/gi

/** People and teams of a text; those whom it always addresses are listed apart. */
export function rolesIn(text: string): { readonly strong: string[]; readonly weak: string[] } {
  const lower = (words: readonly string[] | null) => (words ?? []).map((word) => word.toLowerCase())
  const offices = text.match(/\b(?:IT|HR)\b/g) ?? []
  return { strong: [...lower(text.match(strongRole)), ...offices], weak: lower(text.match(weakRole)) }
}
