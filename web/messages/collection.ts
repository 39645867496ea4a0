import type { Database } from '../../contract/tables.ts'

/** Small numbers are the same everywhere; formatting them would be the slowest part of a card. */
const counted = (count: number, one: string, many: string) =>
  `${count < 1_000 ? count : count.toLocaleString()} ${count === 1 ? one : many}`

const colors: Record<Database['public']['Tables']['tags']['Row']['color'], string> = {
  red: 'Red',
  amber: 'Amber',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  gray: 'Gray',
}

/** What the dashboard does with scripts, besides what the first paint shows. */
export const collectionMessages = {
  length: (pages: number, scenes: number) =>
    `${counted(pages, 'page', 'pages')}, ${counted(scenes, 'scene', 'scenes')}`,
  view: 'View',
  views: { grid: 'Grid', list: 'List' },
  more: (title: string) => `More for ${title}`,
  rename: 'Rename',
  renameTitle: 'Rename script',
  name: 'Script Name',
  save: 'Rename',
  cancel: 'Cancel',
  close: 'Close',
  emptyName: 'Script title cannot be empty. Please enter a title.',
  renameFailed: "Couldn't rename the script. Please try again.",
  duplicate: 'Duplicate',
  duplicated: 'Script duplicated',
  duplicatedText: (title: string) => `A copy of ${title} has been added to your collection.`,
  duplicateFailedTitle: 'Error',
  duplicateFailed: "Couldn't duplicate the script. Please try again.",
  tags: {
    open: 'Tags',
    title: 'Tags',
    of: (count: number) => `Tags of ${counted(count, 'script', 'scripts')}`,
    none: 'No tags yet. Make the first one below.',
    filter: 'Show scripts with the tag',
    name: 'New tag',
    color: 'Color',
    colors,
    add: 'Add tag',
    rename: (name: string) => `Rename tag ${name}`,
    newName: 'Name of the tag',
    save: 'Save',
    remove: (name: string) => `Delete tag ${name}`,
    removeQuestion: (name: string) => `Delete ${name} and take it off all scripts?`,
    removeConfirm: 'Delete',
    done: 'Done',
    failed: "Couldn't change the tags. Please try again.",
    emptyName: 'Enter a name for the tag.',
    tooMany: 'You can have at most 100 tags.',
    taken: 'There is a tag with this name already.',
    noneTagged: 'No scripts have this tag.',
  },
  /** By the server's code. */
  reasons: {
    script_not_found: 'This script no longer exists.',
    title_is_empty: 'Script title cannot be empty. Please enter a title.',
    title_is_too_long: 'A title has at most 200 characters.',
    not_approved: "Your account isn't approved.",
  },
  select: 'Select',
  selecting: 'Select scripts',
  choose: (title: string) => `Select ${title}`,
  selected: (count: number) => `${count.toLocaleString()} selected`,
  all: 'Select all',
  export: 'Export',
  exportAs: { fountain: 'Fountain (.fountain)', fdx: 'Final Draft (.fdx)' },
  exportName: 'Scripts',
  exportFailedTitle: 'Error',
  exportFailed: "Couldn't export the scripts. Please try again.",
  delete: 'Delete',
  deleteTitle: (count: number) => `Delete ${counted(count, 'script', 'scripts')}`,
  confirmMany: (count: number) =>
    `Are you sure you want to delete these ${count.toLocaleString()} scripts? This action cannot be undone.`,
  andMore: (count: number) => `and ${count.toLocaleString()} more`,
  deleteChats: 'Also delete their chats',
  otherwiseChatsStay: 'Otherwise they stay in your chat list.',
  deletedTitle: 'Scripts deleted',
  deleted: (count: number) =>
    `${counted(count, 'script has', 'scripts have')} been removed from your collection.`,
  done: 'Done',
}
