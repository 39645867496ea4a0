import {
  AlignmentType,
  LineRuleType,
  type IParagraphPropertiesOptions,
  type IStylesOptions,
} from 'docx'
import { PAGE_NUMBER_END } from '../../layout/columns.ts'
import { between, inches, LINE } from './measures.ts'

/** The fallback covers missing glyphs and has the same character width. */
export const FONT = 'Courier Prime'
export const FALLBACK_FONT = 'Courier New'

type StyleDefinition = {
  id: string
  name: string
  /** The style of the next paragraph when typing in Word. */
  next?: string
  paragraph: IParagraphPropertiesOptions
  run?: { allCaps?: true; italics?: true }
}

const blankLines = (count: number) => ({ spacing: { before: count * LINE } })
const keepTogether = { keepNext: true, keepLines: true }
const capitals = { allCaps: true } as const

const definitions: StyleDefinition[] = [
  {
    id: 'SceneHeading',
    name: 'Scene Heading',
    next: 'Action',
    // The outline level makes scenes appear in Word's navigation pane.
    paragraph: { ...between(1.5, 7.5), ...blankLines(2), ...keepTogether, outlineLevel: 0 },
    run: capitals,
  },
  { id: 'Action', name: 'Action', paragraph: { ...between(1.5, 7.5), ...blankLines(1) } },
  {
    id: 'Character',
    name: 'Character',
    next: 'Dialogue',
    paragraph: { ...between(3.5, 7.25), ...blankLines(1), ...keepTogether },
    run: capitals,
  },
  {
    id: 'Parenthetical',
    name: 'Parenthetical',
    next: 'Dialogue',
    paragraph: { ...between(3, 5.5, 0.1), ...keepTogether },
  },
  { id: 'Dialogue', name: 'Dialogue', next: 'Character', paragraph: between(2.5, 6) },
  {
    id: 'Lyrics',
    name: 'Lyrics',
    paragraph: { ...between(2.5, 6), ...blankLines(1) },
    run: { italics: true },
  },
  {
    id: 'Transition',
    name: 'Transition',
    next: 'SceneHeading',
    paragraph: {
      ...between(5.5, 7.1),
      ...blankLines(1),
      alignment: AlignmentType.RIGHT,
      keepLines: true,
    },
    run: capitals,
  },
  {
    id: 'Centered',
    name: 'Centered',
    next: 'Action',
    paragraph: { ...between(1.5, 7.5), ...blankLines(1), alignment: AlignmentType.CENTER },
  },
  // Used in dual dialogue tables, whose row is already kept on one page.
  {
    id: 'DualCharacter',
    name: 'Dual Character',
    next: 'DualDialogue',
    paragraph: { indent: { left: inches(1) } },
    run: capitals,
  },
  {
    id: 'DualParenthetical',
    name: 'Dual Parenthetical',
    next: 'DualDialogue',
    paragraph: { indent: { left: inches(0.25), hanging: inches(0.1) } },
  },
  { id: 'DualDialogue', name: 'Dual Dialogue', paragraph: {} },
  { id: 'DualLyrics', name: 'Dual Lyrics', paragraph: {}, run: { italics: true } },
  ...['Title', 'Credit', 'Contact'].map((part) => ({
    id: `TitlePage${part}`,
    name: `Title Page ${part}`,
    paragraph: part === 'Contact' ? {} : { alignment: AlignmentType.CENTER },
  })),
  {
    id: 'ScriptPageNumber',
    name: 'Script Page Number',
    paragraph: { ...between(1.5, PAGE_NUMBER_END), alignment: AlignmentType.RIGHT },
  },
]

/** Spacing of every style: exactly 12 points per line. */
const everyParagraph = { line: LINE, lineRule: LineRuleType.EXACT, before: 0, after: 0 }

const paragraphStyle = ({ id, name, next, paragraph, run }: StyleDefinition) => ({
  id,
  name,
  basedOn: 'Normal',
  quickFormat: true,
  ...(next && { next }),
  ...(run && { run }),
  paragraph: {
    widowControl: true,
    ...paragraph,
    spacing: { ...everyParagraph, ...paragraph.spacing },
  },
})

export const styles: IStylesOptions = {
  default: {
    document: {
      run: { font: FONT, size: 24, language: { value: 'en-US' } },
      paragraph: { spacing: everyParagraph },
    },
  },
  paragraphStyles: [
    { id: 'Normal', name: 'Normal', quickFormat: true, run: { font: FONT, size: 24 } },
    ...definitions.map(paragraphStyle),
  ],
}
