/** Of importing files, which is loaded with the dashboard. */
export const importingMessages = {
  import: 'Import',
  file: 'Script file',
  hint: 'Fountain, Final Draft, Word, PDF or plain text',
  reading: (share: number | null) =>
    share === null ? 'Reading the file...' : `Reading the file... ${Math.floor(share * 100)}%`,
  cancel: 'Cancel',
  done: 'Script imported',
  doneText: (title: string) => `${title} has been added to your collection.`,
  incomplete: (title: string) =>
    `${title} has been added to your collection, but its file is damaged: the script may end too early.`,
  readAs: (encoding: string) => `Its text was read as ${encoding}.`,
  unreadable: (count: number) =>
    count === 1
      ? '1 character could not be read and is now \ufffd.'
      : `${count.toLocaleString()} characters could not be read and are now \ufffd.`,
  encoding: {
    title: 'Which text is right?',
    text: (file: string) =>
      `${file} doesn't say how its letters are stored. Choose the encoding in which they look right.`,
    label: 'Encoding',
    preview: 'Preview',
    cancel: 'Cancel',
    submit: 'Import',
  },
  encodings: {
    'utf-8': 'Unicode (UTF-8)',
    'utf-16le': 'Unicode (UTF-16)',
    'utf-16be': 'Unicode (UTF-16)',
    'windows-1252': 'Western (Windows-1252)',
    'windows-1250': 'Central European (Windows-1250)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'windows-1253': 'Greek (Windows-1253)',
    'windows-1254': 'Turkish (Windows-1254)',
    'windows-1255': 'Hebrew (Windows-1255)',
    'windows-1256': 'Arabic (Windows-1256)',
    'windows-1257': 'Baltic (Windows-1257)',
    'windows-1258': 'Vietnamese (Windows-1258)',
    'windows-874': 'Thai (Windows-874)',
    shift_jis: 'Japanese (Shift-JIS)',
    'euc-jp': 'Japanese (EUC-JP)',
    gb18030: 'Simplified Chinese (GB18030)',
    big5: 'Traditional Chinese (Big5)',
    'euc-kr': 'Korean (EUC-KR)',
    'koi8-r': 'Cyrillic (KOI8-R)',
    'iso-8859-2': 'Central European (ISO 8859-2)',
    'iso-8859-5': 'Cyrillic (ISO 8859-5)',
    'iso-8859-6': 'Arabic (ISO 8859-6)',
    'iso-8859-7': 'Greek (ISO 8859-7)',
    macintosh: 'Western (Mac OS Roman)',
  },
  finalDraft: {
    'revision-marks': 'Its revision marks are kept for Final Draft, but not shown.',
    fonts: 'Its fonts and colors are kept for Final Draft, but not shown.',
    formats: 'Some of its margins and spacings are kept for Final Draft, but not shown.',
    headers: 'Its headers and footers are kept for Final Draft, but not printed.',
    'empty-paragraphs': 'Empty paragraphs inside speeches were left out.',
    'line-breaks':
      'Tabs, and line breaks inside names, headings and parentheticals, became spaces.',
    'other-elements':
      'A heading that begins with a sign became action, or a parenthetical that goes on became dialogue.',
    'dual-dialogue':
      'Dual dialogue with anything but two speeches in it became one below the other.',
    'dialogue-without-name': 'Dialogue without a name above it became action.',
    'locked-pages': 'Some of its locked pages begin inside a paragraph that is too long.',
    'too-much': 'Some of what Final Draft stores in the file was too much to keep.',
  },
  fromPdf:
    'A PDF only has what is printed: no notes, sections, synopses or page breaks. Locks come only from PDFs that were made here.',
  runningLines: (lines: readonly string[]) =>
    `Left out, because it repeats on the pages: ${lines.join(', ')}.`,
  moreRunningLines: (count: number) => `${count} more`,
  revisionMarks: (count: number) =>
    count === 1 ? '1 revision mark was left out.' : `${count} revision marks were left out.`,
  withoutEmphasis: 'The bold, italic and underlined words of the last pages took too long to read.',
  failedTitle: 'Import Failed',
  failed: "Couldn't read the file. Please try again.",
  reasons: {
    empty: 'The file is empty.',
    'too-large': 'The file is larger than 50 MB.',
    'too-many-pages': 'The PDF has more than 1,000 pages.',
    'too-complex': 'The file took too long to read, or has far more parts than a script.',
    'too-long': 'The script in this file has more than 1 MB of text.',
    'unknown-type': 'Unsupported file type. Use Fountain, Final Draft, Word, PDF or plain text.',
    'unknown-encoding':
      'The letters of this file could not be read. Save it as UTF-8 and try again.',
    damaged: 'The file is damaged or incomplete.',
    'password-protected': 'The file is password-protected. Remove the password and try again.',
    unsafe: "This file isn't safe to open.",
    'no-text': "There's no text in this file. Scans and images can't be imported.",
  },
} as const
