const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Function words that tell English from other languages. */
export const english = list(`
  the a an and or of to in on at by for from with without about into is are was were has have had
  who whose which that where when while his her their its my your our he she they it we you i not
  but as if be been will would can could should must this these those there then than so two three
  between after before during write make please`)

export const german = list(`
  der die das den dem des ein eine einen einem einer und oder nicht ist sind mit ohne von zum zur im
  am auf für über ich du er sie es wir ihr schreib schreibe eines wie wenn weil aber auch sich`)

/** Words that are often capitalised, but never names. */
export const noNames = list(`
  a about act action add adapt after again all also an and another are as at because before begin being
  between both but by can change compose continue create could cut day delete describe dialogue
  draft each every everybody everyone everything finally first for from generate give go have he her
  here his how however i i'd i'll i'm i've if imagine in include inside into introduce is it it's its
  just keep last lastly later let let's long longer make many maybe more move my never new next night
  no nobody not note now of on once one only open or our outside please remove rename replace revise
  rewrite scene second script set she short shorten show so some someone something start suddenly
  take tell that the their them then there these they third this those three title to tonight turn two
  under until use we what when where which while who whose why will with write you your yes
  ext int fade exterior interior act pov ai tv ok fbi cia usa uk eu dna ufo nasa html css url pdf
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december christmas easter halloween spring summer autumn winter
  english french german spanish italian russian chinese japanese american british european african
  western comedy drama thriller horror romance noir sci-fi musical sitcom documentary god mr mrs ms dr`)

export const knownPlaces = list(`
  paris london berlin rome tokyo venice lisbon madrid vienna prague moscow kyiv istanbul cairo mumbai
  delhi beijing shanghai sydney dublin edinburgh amsterdam brussels munich hamburg zurich geneva oslo
  stockholm copenhagen helsinki warsaw athens naples milan florence barcelona seville porto marseille
  chicago boston seattle texas california nevada alaska hawaii florida brooklyn manhattan hollywood
  europe africa asia america australia antarctica mars venus jupiter saturn earth england scotland
  ireland wales france germany spain italy portugal greece turkey russia china japan india brazil
  mexico canada iceland norway sweden finland`)

export const interiors = list(`
  apartment attic bakery bank bar barn basement bathroom bedroom bookshop bunker bus cabin cafe café
  canteen car casino castle cathedral cave cellar chapel church cinema classroom clinic closet cockpit
  corridor cottage court courtroom diner dungeon elevator embassy factory farmhouse flat garage gallery
  greenhouse gym hall hallway hangar hospital hostel hotel house hut inn jail kitchen lab laboratory
  library lift lighthouse lobby loft mall mansion market monastery morgue motel museum newsroom office
  opera palace pantry pharmacy plane prison pub restaurant room saloon sauna school shed shop spaceship
  spacecraft store studio submarine subway supermarket tavern taxi temple tent theater theatre tower
  train tunnel university van vault villa warehouse workshop`)

export const exteriors = list(`
  airport alley avenue balcony battlefield bay beach boat border bridge canal cemetery city cliff coast
  countryside courtyard crossroads deck desert dock docks farm field forest fountain garden graveyard
  harbor harbour highway hill hills hillside island jungle lake meadow moon mountain
  mountains motorway orchard park path pier plain planet platform playground pond porch port railway
  river road roof rooftop ruins sea ship shore square station steps street streets suburb suburbs swamp
  terrace town valley village vineyard volcano woods yard zoo ocean`)

/** Places without streets, lamps or dogs. */
export const wild = list(`
  mars moon venus jupiter saturn planet desert forest jungle mountain mountains island sea ocean beach
  cliff swamp valley hill hills hillside woods field meadow river lake shore coast volcano antarctica
  alaska iceland battlefield plain space ruins`)

/** Words that can follow "in" or "at" without being places. */
export const noPlaces = list(`
  act addition all any beginning black case charge chaos colour color common control danger dark day
  debt detail disguise distress dream end evening fact fear fire first front full future general
  hand hands hope horror hour hurry last least life love middle minute moment
  morning mourning night noon order pain panic particular past peace person place point power present
  process public rain scene scenes script secret shame shock silence spite story style
  tears time times tone trouble turn vain voice war way week white words world year years dialogue
  dawn dusk midnight sunrise sunset film movie play comedy drama thriller horror each other others
  him her them me us you it this that these those which what whom`)

/** Nouns for people without a name. */
export const roles = list(`
  actor actress alien android angel apprentice archaeologist archer architect artist assassin astronaut
  athlete aunt author baby baker banker barber bartender beekeeper boss boxer boy bride brother burglar
  butcher butler captain carpenter cat cellist chef child clerk clown coach colonel composer cook cop
  cousin cowboy critic dancer daughter demon dentist detective diplomat diver doctor dog doorman dragon
  driver editor elf emperor engineer explorer farmer father fisherman florist gambler gangster gardener
  general ghost giant girl goblin governor grandfather grandma grandmother grandpa groom guard guest
  guitarist hacker hairdresser hermit hero hunter husband hunter inspector inventor janitor journalist
  judge juggler keeper kid king knight lawyer leader librarian lieutenant magician maid manager mayor
  mechanic merchant miner minister monk monster mother musician neighbor neighbour nephew niece nun nurse
  officer orphan painter partner passenger patient pensioner pharmacist philosopher photographer pianist
  pilot pirate plumber poet policeman policewoman politician porter postman president priest prince
  princess prisoner professor programmer psychiatrist queen reporter robot sailor salesman scientist
  sculptor secretary senator sergeant sheriff shepherd shopkeeper singer sister smuggler soldier son spy
  stranger student superhero surgeon tailor teacher teenager thief traveller traveler twin uncle
  vampire vet veteran victim violinist waiter waitress warrior watchman widow widower wife witch witness
  wizard woman man worker wrestler writer zombie`)

/** Nouns that count as things, not as characters, when other characters have names. */
export const creatures = list('baby cat dog dragon ghost giant monster robot')

/** Titles in front of a name. */
export const titles = list(`
  agent aunt baron baroness brother captain chief colonel commander count countess cousin detective
  doctor dr duchess duke emperor empress father general grandma grandpa inspector judge king lady
  lieutenant lord madame major master miss mister mother mr mrs ms officer old pope president prince
  princess professor queen saint sergeant sheriff sir sister uncle young`)

/** The usual place of a role. */
export const homes = new Map<string, string>([
  ['astronaut', 'spaceship'],
  ['baker', 'bakery'],
  ['barber', 'barber shop'],
  ['bartender', 'bar'],
  ['captain', 'ship'],
  ['chef', 'restaurant kitchen'],
  ['cook', 'kitchen'],
  ['cowboy', 'saloon'],
  ['dentist', 'dental surgery'],
  ['detective', 'office'],
  ['doctor', 'hospital'],
  ['farmer', 'farm'],
  ['fisherman', 'harbour'],
  ['gardener', 'garden'],
  ['judge', 'courtroom'],
  ['king', 'throne room'],
  ['lawyer', 'law office'],
  ['librarian', 'library'],
  ['magician', 'theatre'],
  ['mechanic', 'garage'],
  ['monk', 'monastery'],
  ['nurse', 'hospital'],
  ['painter', 'studio'],
  ['pianist', 'concert hall'],
  ['pilot', 'cockpit'],
  ['pirate', 'ship'],
  ['priest', 'church'],
  ['prisoner', 'prison cell'],
  ['professor', 'lecture hall'],
  ['queen', 'throne room'],
  ['sailor', 'ship'],
  ['scientist', 'laboratory'],
  ['sheriff', 'saloon'],
  ['student', 'library'],
  ['teacher', 'classroom'],
  ['thief', 'rooftop'],
  ['waiter', 'restaurant'],
  ['waitress', 'diner'],
  ['wizard', 'tower'],
  ['witch', 'hut'],
])

/** Things that a character can hold. */
export const portable = list(`
  album amulet apple axe bag ball banknote basket bell bible bomb bone book bottle box bracelet briefcase
  brooch bullet cake camera candle card cassette cat chest chip clock coat coin compass cookie crown
  crystal cup dagger diamond diary dice disk doll drawing dress drone drum egg envelope feather file
  flag flask flower flute folder gem glass glasses glove gun hammer harp hat helmet
  idol instrument invitation jewel journal key kite kitten knife lamp lantern laptop letter lighter
  locket manuscript map mask medal message mirror money necklace newspaper note notebook
  orchid package page painting paper parcel passport pen pendant photo photograph phone picture pie
  pistol postcard potion present puzzle puppy radio recipe record relic revolver ring rose sandwich
  scarf scroll seed shell shoe skull spoon statue stone suitcase sword tape teapot telegram
  telescope ticket torch toy trophy typewriter umbrella urn vase vial violin wallet watch weapon whistle
  will wine`)

/** Words for the script itself, and abstract nouns. */
export const noThings = list(`
  act action adventure afternoon argument attention attempt bit chance character characters choice
  city clue comedy conflict conversation couple crime day days deal death decision dialogue dialog
  dinner documentary drama dream ending end episode evening event fact family fight film first friend
  friends future genre group half horror hour hours idea job joke journey last life line lines little
  long lot love man meeting middle minute minutes mission moment monologue month morning movie murder
  musical mystery name new night opening other others page pages pair part party past people person
  piece place plan play plot point problem reason relationship romance rest same scene scenes screenplay
  script second secret sequel series short sitcom sketch someone something sort start story style teaser
  thing things thriller time title tone trailer trip truth twist type version war way wedding week weekend
  western while woman word words work world year years`)

/** Words ending in -ing that are not actions. */
export const noDoings = list(`
  anything beginning being boring building ceiling charming clothing darling during ending evening
  everything exciting feeling following herring including interesting king   meaning missing morning nothing opening painting pudding recording ring setting shocking sibling
  something spring starring sting string surprising terrifying thing viking wedding wing writing
  thrilling amusing entertaining touching moving amazing according regarding concerning using having
  sing bring fling sling swing cling`)

/** Words that end a noun phrase. */
export const phraseEnds = list(`
  who whom whose which that where when while and or but as because if so then than with without in on
  at by for from to into onto of off out over under through until after before between about against is
  are was were has have had will would can could should must may might do does did not never always
  only just too also both each every one two three he she they it we you i his her their its my your
  our the a an this these those there here what how why up down back away again together alone`)
