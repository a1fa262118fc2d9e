/**
 * The most frequent words of a language that carry no subject, and those with which people ask;
 * without words that are as usual in English ("in", "a", "on" count for English alone).
 */
export const functionWords = {
  en: 'the of and to a in is it you that he was for on are as with his they i at be this have from or one had by but not what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has look two more write go see no way could people my than first been call who its now find long down day did get come made may part our must should does am where why whom whose shall any us me her after before much need without while during under between because since yes please'.split(
    ' ',
  ),
  de: 'der die das und ist nicht ein eine einen einem einer zu mit auf für von dem den des im ich du er sie es wir ihr mich mir dich dir uns sich auch wie was wer wen wem wessen wo wann warum welche welcher welches wieviel viele viel wenn ob dass als bei nach aus bis zum zur vom durch gegen ohne um wird werden wurde kann können darf dürfen muss müssen soll sollte sollen habe hat haben hatte bin sind war waren mein meine meinen meinem meiner unser unsere sein seine ihre kein keine keinen noch nur schon sehr mehr oder aber denn weil über unter zwischen während wegen gibt es bekomme mache machen jemand alle'.split(
    ' ',
  ),
  fr: 'le la les un une des du de et est pas que qui quoi dont où quand comment pourquoi combien quel quelle quels quelles je tu il elle nous vous ils elles on mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces au aux en dans par pour sur avec sans sous entre chez vers depuis pendant avant après si ou mais donc car ne plus moins très tout tous toute toutes être avoir suis es sommes êtes sont ai as avons avez ont était sera peut puis peux pouvez dois doit devons faut fait faire y lorsque jour jours quelqu'.split(
    ' ',
  ),
  es: 'el la los las un una unos unas de del y es no que quien quién cual cuál cuáles cuando cuándo como cómo donde dónde cuanto cuánto cuánta cuántos cuántas por para con sin sobre entre hasta desde durante según yo tú él ella nosotros ustedes ellos ellas mi mis tu tus su sus nuestro nuestra se le les lo me te nos al en si pero porque más menos muy todo todos toda todas ser estar está están soy somos son fue era ha han he hay tengo tiene tenemos tienen puedo puede podemos pueden debo debe deben hacer qué este esta estos estas día días'.split(
    ' ',
  ),
  it: 'il lo la i gli le un uno una di del della dei delle dello degli e è non che chi cosa come quando dove perché quanto quanta quanti quante quale quali per con senza su sul sulla tra fra da dal dalla in nel nella al alla ai alle io tu lui lei noi voi loro mio mia miei mie tuo tua suo sua nostro nostra si mi ti ci se ma più meno molto tutto tutti tutta essere avere sono sei siamo siete ho hai ha abbiamo hanno era può posso possiamo devo deve dobbiamo fare questo questa questi giorni'.split(
    ' ',
  ),
  pt: 'o a os as um uma uns umas de do da dos das e é não que quem qual quais quando como onde porque quanto quanta quantos quantas por para com sem sobre entre até desde durante eu tu ele ela nós vocês você eles elas meu minha meus minhas seu sua seus suas nosso nossa se lhe me te nos no na nos nas ao à aos às em pelo pela mas mais menos muito todo todos toda ser estar está estão sou somos são foi era tem têm tenho temos posso pode podemos podem devo deve devem fazer isto este esta dias'.split(
    ' ',
  ),
  nl: 'de het een en van is niet dat die dit deze wat wie waar wanneer waarom hoe hoeveel welke welk ik jij je hij zij ze wij we jullie u mijn jouw zijn haar ons onze hun er op aan met voor door over naar bij uit tot om als maar of want omdat ook nog al geen wel meer zeer veel heb hebt heeft hebben had ben bent was waren wordt worden kan kunnen mag mogen moet moeten zal zullen zou dan toen tussen zonder onder tijdens iemand alle doen doe ik'.split(
    ' ',
  ),
  sv: 'och i att det som en ett är inte jag du han hon vi ni de dem min mitt mina din ditt sin sitt sina vår vårt våra på av för med till från om hur vad vem var när varför vilken vilket vilka många mycket har hade kan får måste ska skall bör skulle den detta dessa men eller eftersom också bara mer än så vid under mellan utan efter före innan någon något alla mig dig oss sig blir blev finns göra gör dagar'.split(
    ' ',
  ),
  da: 'og i at det som en et er ikke jeg du han hun vi dem min mit mine din dit sin sit vores på af for med til fra om hvordan hvad hvem hvor hvornår hvorfor hvilken hvilket hvilke mange meget har havde kan må skal bør ville den dette disse men eller fordi også kun mere end så ved under mellem uden efter før nogen noget alle mig dig os sig bliver blev findes gør dage hos'.split(
    ' ',
  ),
  nb: 'og i å at det som en et ei er ikke jeg du han hun vi dere dem min mitt mine din ditt sin sitt vår vårt på av for med til fra om hvordan hva hvem hvor når hvorfor hvilken hvilket hvilke mange mye har hadde kan må skal bør ville den dette disse men eller fordi også bare mer enn så ved under mellom uten etter før noen noe alle meg deg oss seg blir ble finnes gjør dager hos'.split(
    ' ',
  ),
  fi: 'ja on ei että se hän minä sinä me te he minun sinun meidän teidän mikä mitä kuka ketä missä milloin miksi miten kuinka paljonko monta moni jos kun mutta tai vai koska myös vain enemmän hyvin olen olet olemme ovat oli olla saa saako saan voi voin voiko pitää täytyy täytyykö onko kanssa ilman ennen jälkeen aikana mukaan joka jotka tämä tämän nämä sen kaikki päivää'.split(
    ' ',
  ),
  pl: 'i w na z ze do że to jest nie się jak co kto gdzie kiedy dlaczego ile który która które jaki jaka jakie czy ja ty on ona my wy oni mój moja moje twój nasz nasze jego jej ich mnie mi ci nam o od po przez dla przy pod nad między bez przed podczas jeśli gdy ale lub albo bo ponieważ także tylko więcej bardzo mam masz ma mamy mają był była było być są mogę może możemy można muszę musi należy dni dniach'.split(
    ' ',
  ),
  cs: 'a v na z ze do že to je není se jak co kdo kde kdy proč kolik který která které jaký jaká jaké zda já ty on ona my vy oni můj moje moji tvůj náš naše jeho její jejich mě mi nám o od po přes pro při pod nad mezi bez před během pokud když ale nebo protože také jen více velmi mám máš má máme mají byl byla bylo být jsou jsem mohu můžu může můžeme musím musí dní dnů'.split(
    ' ',
  ),
} as const satisfies Record<string, readonly string[]>
