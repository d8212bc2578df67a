"""The compressed messages of a large page, in three engines."""
from engine_tests import EngineTest, in_each
from test_browser_policies import many


class Packed(EngineTest):
    def test_a_search_finds_a_compressed_message(self):
        page = self.open(many(1500), query="?text=1499")
        page.wait("document.querySelector('[data-found]').textContent.includes('1 of 1,500')")
        page.wait("[...document.querySelectorAll('li[data-key]')].some(cell => cell.checkVisibility() && cell.textContent.includes('1499'))")


InChromium, InFirefox, InWebKit = in_each(Packed)
