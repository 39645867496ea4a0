export const documentsMessages = {
  documents: {
    failedTitle: 'Cannot Download',
    empty: 'Script content is empty.',
    failed: "Couldn't create the document. Please try again.",
    export: 'Export',
    formats: {
      docx: 'Word (.docx)',
      pdf: 'PDF (.pdf)',
      fdx: 'Final Draft (.fdx)',
      fountain: 'Fountain (.fountain)',
      txt: 'Plain text (.txt)',
      csv: 'Scene breakdown (.csv)',
    },
    sides: {
      open: 'Character sides (.pdf)...',
      title: 'Character sides',
      hint: "The scenes in which the character speaks or is named, with the character's lines marked.",
      character: 'Character',
      none: 'Nobody speaks in this script yet.',
      submit: 'Download',
      cancel: 'Cancel',
      name: (title: string, character: string) => `${title} sides ${character}`,
    },
    missing: {
      title: 'Some characters cannot be printed',
      text: 'The fonts of the PDF do not have these characters. In their place it would show boxes. Word, Final Draft and text files keep them.',
      list: 'Characters that cannot be printed',
      range: (first: string, last: string) => `${first} to ${last}`,
      places: (isOnTitlePage: boolean, pages: readonly string[]) => {
        const isOne = pages.length === 1 && !pages[0]?.includes(' ')
        const numbered = pages.length > 0 && `${isOne ? 'page' : 'pages'} ${pages.join(', ')}`
        return [isOnTitlePage && 'title page', numbered].filter(Boolean).join(', ')
      },
      more: (count: number) => `and ${count.toLocaleString()} more`,
      cancel: 'Cancel',
      confirm: 'Download anyway',
    },
    breakdown: {
      scene: 'Scene',
      setting: 'INT/EXT',
      location: 'Location',
      time: 'Time of day',
      page: 'Page',
      eighths: 'Length (eighths)',
      characters: 'Characters',
      synopsis: 'Synopsis',
      notes: 'Notes',
      words: 'Words',
    },
    paper: 'Paper',
    papers: { letter: 'US Letter', a4: 'A4' },
    pages: (pages: string, isOne: boolean) => `${pages} ${isOne ? 'page' : 'pages'}`,
    page: (page: string) => `p. ${page}`,
    minutes: (minutes: number) => `≈ ${minutes.toLocaleString()} min`,
    scenes: (scenes: number) => (scenes === 1 ? '1 scene' : `${scenes.toLocaleString()} scenes`),
  },
} as const
