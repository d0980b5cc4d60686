package ingest
import ("testing";"strings";"time";"fmt")
func TestZZ(t *testing.T){
 n:=100000
 r:=strings.Repeat
 for name,s:=range map[string]string{
 "quote":r(">",n),"quote2":r("> ",n),"brackets":r("[",n),"emph":r("*a ",n),"emph2":r("*a _b",n),"ticks":func()string{var b strings.Builder;for i:=1;i<600;i++{b.WriteString(r("`",i)+" ")};return b.String()}(),
 "ticks1":r("`a\n",n), "tag":r("<A ",n),"tagb":r("<A {",n),"tagq":r("<A b=\"",n),"brace":r("{",n),"braceq":r("{'",n),"bt":r("{`\\",n),"sc":r("{{<",n),"sc2":r("{{#include ",n),"list":r("- ",n),"listn":func()string{var b strings.Builder;for i:=0;i<1000;i++{b.WriteString(r(" ",2*i)+"- a\n")};return b.String()}(),
 "import":r("import {\n",n),"export":r("export (\n",n),"mk":r("!!! a\n    ",2000),"mk2":func()string{var b strings.Builder;for i:=0;i<1000;i++{b.WriteString(r(" ",4*i)+"!!! a\n")};return b.String()}(),
 "heads":r("# a\n",n),"comment":r("<!--",n),"fence":r("```\n",n),"html":r("<div>\n\n",n),"amp":r("&",n*5),"table":r("|a",3000)+"\n"+r("|-",3000)+"\n"+r("|a\n",30),"foot":r("[^1] ",n)+"\n\n[^1]: a","links":r("[a](b",n),"defs":r("a\n: b\n",n/10),
 "colon": r("::: a [",n), "colon2": r(":",n)+r(" ",n),"alert":r("> ",n)+"[!a",
 }{
  for _,f:=range []string{"a.md","a.mdx"}{ st:=time.Now(); _,err:=parseMarkdown(f,s,Options{}); if d:=time.Since(st);d>300*time.Millisecond{fmt.Println(f,name,len(s),d,err)}}
 }
 for name,s:=range map[string]string{
  "div":r("<div>",n),"b":r("<b>",n),"heads":r("<h2>a</h2>",n),"headsid":r("<div><h2></h2></div>",n),"sup":r("1<sup>",500)+r("x",n*10),"li":"<ul>"+r("<li>a<!-- -->",n),"anch":"<h1>a"+r("<a class=anchor href=#x>b</a>",n),"empt":r("<b></b>",n)+"<h2>a</h2>","emptn":r("<i></i>",n)+r("<div>",400)+r("<h2>a</h2>",n),"img":"<figure>"+r("<img alt=a>",n)+"</figure>","cell":"<table>"+r("<td>a",n),"tab":r("<table><td>",170)+r("x",n),"pre":r("<pre>",400)+r("a\n",n),"links":r("<a href=#>#</a>",n),"bclose":r("<p><b>",n),"formats":r("<a><b><i>",n), "attrs":"<p "+r("a=b ",n)+">x","dl":"<dl>"+r("<dt>a",n),
  "idb": r("<a></a>",n)+r("<h2>x</h2><a></a>",n),
 }{
  st:=time.Now(); _,err:=parseHTML("a.html",[]byte(s),Options{}); if d:=time.Since(st);d>300*time.Millisecond{fmt.Println(name,len(s),d,err)}
 }
}
