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
    },
    paper: 'Paper',
    papers: { letter: 'US Letter', a4: 'A4' },
    pages: (pages: string, isOne: boolean) => `${pages} ${isOne ? 'page' : 'pages'}`,
    page: (page: number) => `p. ${page.toLocaleString()}`,
    minutes: (minutes: number) => `≈ ${minutes.toLocaleString()} min`,
    scenes: (scenes: number) => (scenes === 1 ? '1 scene' : `${scenes.toLocaleString()} scenes`),
  },
} as const
