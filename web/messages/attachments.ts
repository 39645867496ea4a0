/** Of reading attachments, which is loaded on use. */
export const attachmentMessages = {
  failedTitle: 'File Not Attached',
  failed: (name: string) => `${name}: couldn't attach this file. Please try again.`,
  tooMany: 'A script can have 20 attachments. Remove one to attach another.',
  reasons: {
    empty: 'the file is empty.',
    'too-large': 'the file is larger than 50 MB.',
    'too-many-pages': 'the PDF has more than 1,000 pages.',
    'too-complex': 'the file took too long to read.',
    'too-long': 'it has more than 1 MB of text.',
    'unknown-type': 'not a text. Attach PDF, Word, Final Draft, Fountain or text files.',
    'unknown-encoding': 'its letters could not be read. Save it as UTF-8 and try again.',
    damaged: 'the file is damaged or incomplete.',
    'password-protected': 'the file is password-protected. Remove the password and try again.',
    unsafe: "this file isn't safe to open.",
    'no-text': "there's no text in it. Scans and images can't be attached.",
    attachment_is_empty: 'the file is empty.',
    attachment_is_too_large: 'it has more than 1 MB of text.',
  },
} as const
