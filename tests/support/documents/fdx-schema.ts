import { readXml, type XmlElement } from '../../../screenplay/formats.ts'

type Rule = {
  attributes: Record<string, RegExp>
  required?: string[]
  children: string[]
  text?: true
}

const paragraphTypes =
  /^(?:Scene Heading|Action|Character|Parenthetical|Dialogue|Transition|Shot|General)$/
const elementTypes =
  /^(?:Scene Heading|Action|Character|Parenthetical|Dialogue|Transition|Shot|General|Lyric|Cold Opening|New Act|End of Act)$/
const yesOrNo = /^(?:Yes|No)$/
const inches = /^-?\d+\.\d\d$/
const fontStyles = /^(?:Bold|Italic|Underline|AllCaps)(?:\+(?:Italic|Underline|AllCaps))*$/
const styles = /^(?:Bold|Italic|Underline)(?:\+(?:Italic|Underline))*$/

/** The part of Final Draft's format that the export writes. */
const rules: Record<string, Rule> = {
  FinalDraft: {
    attributes: { DocumentType: /^Script$/, Template: /^No$/, Version: /^4$/ },
    required: ['DocumentType', 'Template', 'Version'],
    children: [
      'Content',
      'ElementSettings',
      'LockedPages',
      'MoresAndContinueds',
      'PageLayout',
      'Revisions',
      'ScriptNotes',
      'TitlePage',
    ],
  },
  TitlePage: { attributes: {}, children: ['Content'] },
  Content: { attributes: {}, children: ['Paragraph'] },
  Paragraph: {
    attributes: {
      Alignment: /^(?:Left|Center)$/,
      Number: /^\S(?:.*\S)?$/,
      SpaceBefore: /^\d+$/,
      StartsNewPage: /^Yes$/,
      Type: paragraphTypes,
    },
    children: ['SceneProperties', 'Text', 'DualDialogue', 'OmittedScene'],
  },
  SceneProperties: { attributes: {}, children: ['Summary'] },
  Summary: { attributes: {}, children: ['Paragraph'] },
  OmittedScene: { attributes: {}, children: ['Paragraph'] },
  PageLayout: {
    attributes: {
      BottomMargin: /^\d+$/,
      BreakDialogueAndActionAtSentences: yesOrNo,
      DocumentLeading: /^(?:Loose|Normal|Tight|VeryTight)$/,
      FooterMargin: /^\d+$/,
      HeaderMargin: /^\d+$/,
      TopMargin: /^\d+$/,
    },
    required: ['BottomMargin', 'BreakDialogueAndActionAtSentences', 'DocumentLeading', 'TopMargin'],
    children: ['PageSize'],
  },
  PageSize: { attributes: { Height: inches, Width: inches }, children: [] },
  ElementSettings: {
    attributes: { Type: elementTypes },
    required: ['Type'],
    children: ['FontSpec', 'ParagraphSpec', 'Behavior'],
  },
  FontSpec: {
    attributes: { Font: /^Courier Final Draft$/, Size: /^12$/, Style: fontStyles },
    required: ['Font', 'Size'],
    children: [],
  },
  ParagraphSpec: {
    attributes: {
      Alignment: /^(?:Left|Center|Right)$/,
      FirstIndent: inches,
      Leading: /^Regular$/,
      LeftIndent: inches,
      RightIndent: inches,
      SpaceBefore: /^\d+$/,
      Spacing: /^(?:1|1\.5|2)$/,
      StartsNewPage: yesOrNo,
    },
    required: ['Alignment', 'FirstIndent', 'LeftIndent', 'RightIndent', 'SpaceBefore', 'Spacing'],
    children: [],
  },
  Behavior: {
    attributes: { PaginateAs: elementTypes, ReturnKey: elementTypes, Shortcut: /^\d$/ },
    required: ['PaginateAs', 'ReturnKey', 'Shortcut'],
    children: [],
  },
  MoresAndContinueds: { attributes: {}, children: ['FontSpec', 'DialogueBreaks', 'SceneBreaks'] },
  DialogueBreaks: {
    attributes: {
      AutomaticCharacterContinueds: yesOrNo,
      BottomOfPage: yesOrNo,
      DialogueBottom: /^\S(?:.*\S)?$/,
      DialogueTop: /^\S(?:.*\S)?$/,
      TopOfNext: yesOrNo,
    },
    required: ['AutomaticCharacterContinueds', 'DialogueBottom', 'DialogueTop'],
    children: [],
  },
  SceneBreaks: {
    attributes: {
      ContinuedNumber: yesOrNo,
      SceneBottom: /^\(CONTINUED\)$/,
      SceneBottomOfPage: yesOrNo,
      SceneTop: /^CONTINUED:$/,
      SceneTopOfNext: yesOrNo,
    },
    children: [],
  },
  LockedPages: { attributes: {}, children: ['LockedPage'] },
  LockedPage: {
    attributes: {
      Deleted: /^[01]$/,
      LevelIndex: /^\d+$/,
      LockLevel: /^\d$/,
      PageNumber: /^[A-Z\d]+$/,
      Position: /^\d+$/,
    },
    required: ['Deleted', 'LevelIndex', 'LockLevel', 'PageNumber', 'Position'],
    children: [],
  },
  ScriptNotes: { attributes: {}, children: ['ScriptNote'] },
  ScriptNote: {
    attributes: {
      Id: /^\d+$/,
      Name: /^#{1,6}$/,
      Range: /^\d+,\d+$/,
      Type: /^(?:Page|Section|Synopsis)$/,
    },
    required: ['Id', 'Range'],
    children: ['Paragraph'],
  },
  DualDialogue: { attributes: {}, children: ['Paragraph'] },
  Text: { attributes: { RevisionID: /^\d$/, Style: styles }, children: [], text: true },
  Revisions: {
    attributes: {
      ActiveSet: /^\d$/,
      Location: /^\d+(?:\.\d+)?$/,
      RevisionMode: /^(?:Yes|No)$/,
      RevisionsShown: /^(?:Active|All)$/,
      ShowAllMarks: /^(?:Yes|No)$/,
      ShowAllSets: /^(?:Yes|No)$/,
      ShowPageColor: /^(?:Yes|No)$/,
    },
    required: ['ActiveSet', 'Location'],
    children: ['Revision'],
  },
  Revision: {
    attributes: {
      Color: /^#[\dA-F]{12}$/,
      FullRevision: /^(?:Yes|No)$/,
      ID: /^\d$/,
      Mark: /^\S+$/,
      Name: /^\S(?:.*\S)?$/,
      PageColor: /^#[\dA-F]{12}$/,
    },
    required: ['Color', 'ID', 'Mark', 'Name'],
    children: [],
  },
}

const elementsIn = (element: XmlElement) =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string')

const textIn = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

function complaintsAbout(element: XmlElement, path: string): string[] {
  const here = `${path}/${element.name}`
  const rule = rules[element.name]
  if (!rule) return [`${here}: unknown`]
  const names = Object.keys(element.attributes)
  return [
    ...Object.entries(element.attributes).flatMap(([name, value]) =>
      rule.attributes[name]?.test(value) ? [] : [`${here}: ${name}="${value}"`],
    ),
    ...(names.join() === names.toSorted().join() ? [] : [`${here}: attributes out of order`]),
    ...(rule.required ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => `${here}: no ${name}`),
    ...element.children.flatMap((child) =>
      typeof child === 'string' && !rule.text && child.trim() !== '' ? [`${here}: ${child}`] : [],
    ),
    ...elementsIn(element).flatMap((child) =>
      rule.children.includes(child.name)
        ? complaintsAbout(child, here)
        : [`${here}: ${child.name} inside`],
    ),
    ...(element.name === 'Paragraph' ? complaintsAboutParagraph(element, here) : []),
    ...(element.name === 'DualDialogue' ? complaintsAboutDual(element, here) : []),
  ]
}

function complaintsAboutParagraph(paragraph: XmlElement, here: string): string[] {
  const isUntyped = /\/(?:TitlePage|Summary|ScriptNote)\//.test(here)
  const wraps = elementsIn(paragraph).some(({ name }) => name === 'DualDialogue')
  const { Type, Number: number } = paragraph.attributes
  const text = textIn(paragraph).trim()
  return [
    ...((Type === undefined) === isUntyped ? [] : [`${here}: Type ${Type}`]),
    ...((Type === 'General') === wraps ? [] : [`${here}: Type ${Type}`]),
    ...(number !== undefined && Type !== 'Scene Heading' ? [`${here}: Number on ${Type}`] : []),
    ...(elementsIn(paragraph).length > 0 ? [] : [`${here}: empty`]),
    ...(text === '(MORE)' ? [`${here}: (MORE)`] : []),
    ...(Type === 'Character' && /\(cont/i.test(text) ? [`${here}: ${text}`] : []),
  ]
}

function complaintsAboutDual(dual: XmlElement, here: string): string[] {
  const types = elementsIn(dual).map(({ attributes }) => attributes['Type'])
  const names = types.filter((type) => type === 'Character')
  return names.length === 2 && types[0] === 'Character' ? [] : [`${here}: ${types.join()}`]
}

/** Everything in the file that Final Draft would not expect. */
export const fdxComplaints = (fdx: string) => complaintsAbout(readXml(fdx), '')
