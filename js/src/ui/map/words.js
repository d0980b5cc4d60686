const names = /** @type {const} */ (['all', 'find', 'groups', 'pages', 'near', 'linked', 'others', 'more', 'none', 'zoomIn', 'zoomOut', 'fit', 'label', 'failed']);

/** What the map says. @typedef {Record<typeof names[number], string>} Words */

/** By language, in the order of names. @type {Record<string, string[]>} */
const dictionaries = {
  en: ['All pages', 'Find a page', 'Topics', 'Pages', 'Related topics', 'Related pages', 'Other pages', '{n} more', 'No page has this title.', 'Zoom in', 'Zoom out', 'Show all', 'Map of {n} pages by topic. The list beside it has all of them.', 'The map could not be loaded.'],
  ar: ['كل الصفحات', 'ابحث عن صفحة', 'المواضيع', 'الصفحات', 'مواضيع ذات صلة', 'صفحات ذات صلة', 'صفحات أخرى', '{n} أخرى', 'لا توجد صفحة بهذا العنوان.', 'تكبير', 'تصغير', 'عرض الكل', 'خريطة تضم {n} صفحة حسب الموضوع. القائمة بجانبها تضمها كلها.', 'تعذر تحميل الخريطة.'],
  de: ['Alle Seiten', 'Seite finden', 'Themen', 'Seiten', 'Verwandte Themen', 'Verwandte Seiten', 'Andere Seiten', '{n} weitere', 'Keine Seite hat diesen Titel.', 'Vergrößern', 'Verkleinern', 'Alles zeigen', 'Karte von {n} Seiten nach Themen. Die Liste daneben enthält alle.', 'Die Karte konnte nicht geladen werden.'],
  es: ['Todas las páginas', 'Buscar una página', 'Temas', 'Páginas', 'Temas relacionados', 'Páginas relacionadas', 'Otras páginas', '{n} más', 'Ninguna página tiene este título.', 'Acercar', 'Alejar', 'Mostrar todo', 'Mapa de {n} páginas por tema. La lista de al lado las contiene todas.', 'No se pudo cargar el mapa.'],
  fr: ['Toutes les pages', 'Trouver une page', 'Sujets', 'Pages', 'Sujets proches', 'Pages proches', 'Autres pages', '{n} de plus', 'Aucune page n’a ce titre.', 'Agrandir', 'Réduire', 'Tout afficher', 'Carte de {n} pages par sujet. La liste à côté les contient toutes.', 'La carte n’a pas pu être chargée.'],
  it: ['Tutte le pagine', 'Trova una pagina', 'Argomenti', 'Pagine', 'Argomenti vicini', 'Pagine vicine', 'Altre pagine', 'altre {n}', 'Nessuna pagina ha questo titolo.', 'Ingrandisci', 'Riduci', 'Mostra tutto', 'Mappa di {n} pagine per argomento. L’elenco accanto le contiene tutte.', 'Impossibile caricare la mappa.'],
  ja: ['すべてのページ', 'ページを探す', 'トピック', 'ページ', '関連トピック', '関連ページ', 'その他のページ', '他 {n} 件', 'このタイトルのページはありません。', '拡大', '縮小', '全体を表示', '{n} ページのトピック別マップ。横の一覧にすべてあります。', 'マップを読み込めませんでした。'],
  nl: ['Alle pagina’s', 'Pagina zoeken', 'Onderwerpen', 'Pagina’s', 'Verwante onderwerpen', 'Verwante pagina’s', 'Andere pagina’s', 'nog {n}', 'Geen pagina heeft deze titel.', 'Inzoomen', 'Uitzoomen', 'Alles tonen', 'Kaart van {n} pagina’s per onderwerp. De lijst ernaast bevat ze allemaal.', 'De kaart kon niet worden geladen.'],
  pt: ['Todas as páginas', 'Encontrar uma página', 'Tópicos', 'Páginas', 'Tópicos relacionados', 'Páginas relacionadas', 'Outras páginas', 'mais {n}', 'Nenhuma página tem este título.', 'Ampliar', 'Reduzir', 'Mostrar tudo', 'Mapa de {n} páginas por tópico. A lista ao lado contém todas.', 'Não foi possível carregar o mapa.'],
  zh: ['全部页面', '查找页面', '主题', '页面', '相关主题', '相关页面', '其他页面', '另外 {n} 个', '没有页面是这个标题。', '放大', '缩小', '显示全部', '按主题排列的 {n} 个页面的地图。旁边的列表包含全部页面。', '无法加载地图。'],
};

/** @param {string} language a BCP 47 tag @returns {Words} */
export function wordsOf(language) {
  const list = dictionaries[language.toLowerCase().split('-')[0]] ?? dictionaries.en;
  return /** @type {Words} */ (Object.fromEntries(names.map((name, i) => [name, list[i]])));
}
