const count = (value: number, one: string, many: string) =>
  `${value.toLocaleString()} ${value === 1 ? one : many}`

const MAX_NAMES = 3

function someOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  // One more name is as short as 'and 1 more'.
  if (more <= 1) return names.join(', ')
  return `${names.slice(0, MAX_NAMES).join(', ')} and ${more.toLocaleString()} more`
}

export const usageMessages = {
  section: 'Usage',
  month: 'Month',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  loadFailed: "Couldn't load the usage.",
  none: (month: string) => `No generations in ${month}.`,
  totals: {
    generations: 'Generations',
    failures: 'Failures',
    tokensIn: 'Tokens in',
    tokensCached: 'cached',
    tokensOut: 'Tokens out',
    cost: 'Estimated cost',
  },
  /** While the prices are loading, or cannot be loaded. */
  notKnown: '–',
  noCost: 'No prices',
  noCostToShow: 'No cost: the models of this month have no prices, or cost nothing.',
  withoutPrice: (models: readonly string[]) =>
    `Without ${models.length === 1 ? 'the price' : 'the prices'} of ${someOf(models)}.`,
  enterPrices: 'Enter prices',
  plotTitle: 'Per day',
  plotMeasure: 'Shown in the chart',
  measures: { generations: 'Generations', tokens: 'Tokens', cost: 'Cost' },
  plotPoint: (day: string, value: string) => `${day}: ${value}`,
  plotCaption: (measure: string, month: string) => `${measure} per day in ${month}`,
  tableTitle: 'By user and model',
  caption: (month: string) => `Usage in ${month} by user and model`,
  columns: {
    user: 'User',
    model: 'Model',
    generations: 'Generations',
    failures: 'Failures',
    tokensIn: 'Tokens in',
    tokensCached: 'Cached',
    tokensOut: 'Tokens out',
    cost: 'Estimated cost',
  },
  deletedUsers: 'Deleted users',
  noModel: 'No model',
  noPrice: 'No price',
  sortBy: 'Sort by',
  sorts: {
    generations: 'Most generations',
    failures: 'Most failures',
    tokens_in: 'Most tokens in',
    tokens_out: 'Most tokens out',
    cost: 'Highest cost',
    email: 'User',
  },
  download: 'Download CSV',
  downloadFailed: "Couldn't download the usage. Please try again.",
  csvColumns: {
    month: 'Month',
    email: 'User',
    model: 'Model',
    generations: 'Generations',
    failures: 'Failures',
    tokensIn: 'Tokens in',
    tokensCached: 'Cached tokens in',
    tokensOut: 'Tokens out',
    cost: (currency: string) => `Estimated cost (${currency})`,
  },
  prices: {
    open: 'Prices',
    title: 'Prices of models',
    description: (month: string) =>
      `For a million tokens. What you change applies from ${month} on; earlier months keep their prices.`,
    currency: 'Currency',
    currencyHint: 'Only a name: amounts are not converted.',
    currencyInvalid: 'Enter 1 to 8 characters without spaces, such as USD or €.',
    input: 'Input',
    output: 'Output',
    cached: 'Cached input',
    cachedHint: 'Without a price of their own, cached tokens cost what other input costs.',
    none: 'No model has been used in this month. A model can be priced once it has been used.',
    invalid: 'Enter a number from 0 to 1,000,000, such as 2.50.',
    together: 'Enter the prices of both input and output, or neither.',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'The prices have been saved.',
    failed: "Couldn't save the prices. Please try again.",
    loadFailed: "Couldn't load the prices.",
  },
  defaultLimit: {
    title: 'Default monthly limit',
    text: (most: number) =>
      `${count(most, 'generation', 'generations')} a month for each user without a limit of their own.`,
    none: 'Nobody may generate, except users with a limit of their own.',
    fromEnvironment: 'Set by MONTHLY_GENERATION_LIMIT in the environment of the server.',
    change: 'Change',
    loadFailed: "Couldn't load the default limit.",
    description: 'How many generations a user may request in a calendar month (UTC).',
    saved: 'The default limit has been changed.',
  },
  limit: {
    menu: 'Monthly limit',
    title: 'Monthly limit',
    description: (email: string) =>
      `How many generations ${email} may request in a calendar month (UTC).`,
    choice: 'Limit',
    byDefault: (most: number | undefined) =>
      most === undefined ? 'The default' : `The default (${most.toLocaleString()})`,
    own: 'A limit of their own',
    most: 'Generations a month',
    hint: '0 means none at all.',
    invalid: 'Enter a whole number from 0 to 1,000,000.',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'The monthly limit has been changed.',
    failed: "Couldn't change the limit. Please try again.",
    loadFailed: "Couldn't load the limit.",
  },
} as const
